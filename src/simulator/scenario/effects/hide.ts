// Effect `hide`: responses omit orders and trades until they have some age.
import { durationText } from '../../../validation/index.js';
import type { Instant } from '../../../domain/index.js';
import { answerList, nameError, refuseOrder } from '../../response.js';
import { defineEffect, type Item, type Stage } from '../effect.js';
import { editItems, editNested, findText, itemPath } from '../items.js';

export const hide = defineEffect({
  id: 'hide',
  on: 'content',
  summary: 'orders and trades are missing from answers until they have some age',
  params: {
    for: durationText.describe('session time since the order was placed, or traded'),
    path: itemPath,
  },
  create: ({ for: span, path }) => ({
    edit: (answer, { at, stage, takes }) => {
      const filter = (items: readonly Item[]) =>
        items.filter((item) => !takes(item) || findBirth(item, stage) + span <= at);
      if (path !== undefined) return editNested(answer, path, filter);
      return editItems(answer, (items, isList) => {
        const shown = filter(items);
        if (shown.length > 0 || items.length === 0) return shown;
        const { noFillStatus, noActiveOrderStatus } = stage.profile;
        if (!isList) return refuseOrder(stage.profile);
        const isTrades = items.some((item) => 'tradeId' in item);
        const status = isTrades ? noFillStatus : noActiveOrderStatus;
        return nameError(answerList([], status, 'No order or trade was found.'), stage.profile);
      });
    },
  }),
});

/** Time at which an order was placed or a trade executed; 0 for other items. */
function findBirth(item: Item, { venue, desks }: Stage): Instant {
  const tradeId = findText(item, 'tradeId');
  if (tradeId !== undefined) return desks.trades.find(tradeId)?.executedAt ?? 0;
  const orderId = findText(item, 'orderId') ?? '';
  const order = venue.accounts.map((one) => one.findByOrderId(orderId)).find(Boolean);
  return order?.createdAt ?? 0;
}
