// Holidays that follow rules, as data: the rules of each currency and their public source.

export interface HolidayTable {
  /** The public rule or list that the days follow. */
  readonly source: string;
  /** In the syntax of holiday-rules.ts. */
  readonly rules: string;
}

const EASTER = 'E-2 E+1';

/** Rules of 2024 to 2038: `Mon>=01-15` is the third Monday of January. */
export const RULED_HOLIDAYS: Readonly<Record<string, HolidayTable>> = {
  USD: {
    source: 'Federal Reserve holidays: from a Sunday to Monday, from a Saturday not at all',
    rules:
      '01-01~ Mon>=01-15 Mon>=02-15 Mon>=05-25 06-19~ 07-04~ Mon>=09-01 Mon>=10-08 11-11~ ' +
      'Thu>=11-22 12-25~',
  },
  EUR: { source: 'TARGET closing days', rules: `01-01 ${EASTER} 05-01 12-25 12-26` },
  GBP: {
    source: 'bank holidays of England and Wales',
    rules: `01-01+ ${EASTER} Mon>=05-01 Mon>=05-25 Mon>=08-25 12-25+ 12-26+`,
  },
  CHF: {
    source: 'bank holidays of Zurich',
    rules: `01-01 01-02 ${EASTER} 05-01 E+39 E+50 08-01 12-25 12-26`,
  },
  JPY: {
    source: 'National Holidays Act, and the bank days 31 December to 3 January',
    rules:
      '01-01~ 01-02 01-03 Mon>=01-08 02-11~ 02-23~ 2024-03-20 2025-03-20 2026-03-20 2027-03-22 ' +
      '2028-03-20 2029-03-20 2030-03-20 2031-03-21 2033-03-21 2034-03-20 2035-03-21 ' +
      '2036-03-20 2037-03-20 04-29~ 05-03~ 05-04~ 05-05~ Mon>=07-15 08-11~ Mon>=09-15 ' +
      '2024-09-23 ' +
      '2025-09-23 2026-09-22 2026-09-23 2027-09-23 2028-09-22 2029-09-24 2030-09-23 ' +
      '2031-09-23 2032-09-21 2032-09-22 2033-09-23 2035-09-24 2036-09-22 2037-09-22 ' +
      '2037-09-23 2038-09-23 Mon>=10-08 11-03~ 11-23~ 12-31',
  },
  AUD: {
    source: 'public holidays of New South Wales (Sydney), without the bank holiday of August',
    rules:
      `01-01+ 01-26+ ${EASTER} 04-25 2026-04-27 2027-04-26 Mon>=06-08 Mon>=10-01 12-25+ ` +
      '12-26+',
  },
  NZD: {
    source: 'national public holidays (Holidays Act 2003, Matariki Act 2022), no anniversaries',
    rules:
      `01-01+ 01-02+ 02-06+ 04-25+ ${EASTER} Mon>=06-01 2024-06-28 2025-06-20 2026-07-10 ` +
      '2027-06-25 2028-07-14 2029-07-06 2030-06-21 2031-07-11 2032-07-02 2033-06-24 ' +
      '2034-07-07 2035-06-29 2036-07-18 2037-07-10 2038-06-25 Mon>=10-22 12-25+ 12-26+',
  },
  CAD: {
    source: 'bank holidays of Toronto',
    rules:
      '01-01+ Mon>=02-15 E-2 Mon>=05-18 07-01+ Mon>=08-01 Mon>=09-01 09-30+ Mon>=10-08 11-11+ ' +
      '12-25+ 12-26+',
  },
  SEK: {
    source: 'bank holidays of Sweden, with the eves of Midsummer, Christmas and New Year',
    rules: `01-01 01-06 ${EASTER} 05-01 E+39 06-06 Fri>=06-19 12-24 12-25 12-26 12-31`,
  },
  NOK: {
    source: 'public holidays of Norway',
    rules: `01-01 E-3 ${EASTER} 05-01 E+39 05-17 E+50 12-25 12-26`,
  },
  DKK: {
    source: 'bank closing days of Denmark, without Great Prayer Day (abolished from 2024)',
    rules: `01-01 E-3 ${EASTER} E+39 E+40 E+50 06-05 12-24 12-25 12-26 12-31`,
  },
  PLN: {
    source: 'public holidays of Poland; 24 December from 2025',
    rules: '01-01 01-06 E+1 05-01 05-03 E+60 08-15 11-01 11-11 12-24/2025 12-25 12-26',
  },
  CZK: {
    source: 'public holidays of Czechia',
    rules: `01-01 ${EASTER} 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26`,
  },
  HUF: {
    source: 'public holidays of Hungary, and its moved rest days as far as decreed (2026)',
    rules:
      `01-01 03-15 ${EASTER} 05-01 E+50 08-20 10-23 11-01 12-25 12-26 2024-08-19 2024-12-24 ` +
      '2024-12-27 2025-05-02 2025-10-24 2025-12-24 2026-01-02 2026-08-21 2026-12-24',
  },
  ZAR: {
    source: 'Public Holidays Act of South Africa; the election days of 2024 and 2026',
    rules:
      `01-01~ 03-21~ ${EASTER} 04-27~ 05-01~ 2024-05-29 2026-11-04 06-16~ 08-09~ 09-24~ ` +
      '12-16~ 12-25 12-26~',
  },
  MXN: {
    source: 'bank holidays of the CNBV; the changes of government',
    rules:
      '01-01 Mon>=02-01 Mon>=03-15 E-3 E-2 05-01 09-16 2024-10-01 2030-10-01 2036-10-01 11-02 ' +
      'Mon>=11-15 12-12 12-25',
  },
  BRL: {
    source: 'national bank holidays of Brazil (ANBIMA)',
    rules: '01-01 E-48 E-47 E-2 04-21 05-01 E+60 09-07 10-12 11-02 11-15 11-20 12-25',
  },
};
