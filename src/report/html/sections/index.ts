// The sections of the HTML page, in their order.
import { alertsSection } from './alerts.js';
import { costsSection } from './costs.js';
import { fillsSection } from './fills.js';
import { haltsSection } from './halts.js';
import { notesSection } from './notes.js';
import { observedSection } from './observed.js';
import { ordersSection } from './orders.js';
import { parentsSection } from './parents.js';
import { performanceSection } from './performance.js';
import { pricesSection } from './prices.js';
import { progressSection } from './progress.js';
import { quotesSection } from './quotes.js';
import { refusalsSection } from './refusals.js';
import { resultSection } from './result.js';
import { rowsSection } from './rows.js';
import type { Section } from './section.js';
import { sessionSection } from './session.js';
import { settlementSection } from './settlement.js';

export const SECTIONS: readonly Section[] = [
  resultSection,
  rowsSection,
  sessionSection,
  performanceSection,
  pricesSection,
  progressSection,
  costsSection,
  parentsSection,
  ordersSection,
  fillsSection,
  settlementSection,
  quotesSection,
  refusalsSection,
  observedSection,
  haltsSection,
  alertsSection,
  notesSection,
];
