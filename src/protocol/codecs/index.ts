// Reads and writes bodies of the venue's interface, for other folders.
export { decodeTicker, encodeBenchmark, encodeTicker } from './benchmark-ticker.js';
export { encodeAsset, encodeBalance, encodeDeposit, encodeWithdrawal } from './custody.js';
export { decodeOrders, type FindInstrument } from './decode-order.js';
export { decodeCoIds, decodeNetPositions, type NetQuantity } from './decode-position.js';
export type { RfsSubject } from './decode-quote.js';
export { decodeRfs } from './decode-rfs.js';
export { decodeStpPage } from './decode-stp.js';
export { decodeTrades } from './decode-trade.js';
export { encodeOrder, encodePlaceAnswer } from './encode-order.js';
export { encodePositions } from './encode-position.js';
export { encodeCommand } from './encode-quotes.js';
export { encodeRfs, encodeRfsAnswer } from './encode-rfs.js';
export { encodeVenueTrade } from './encode-trade.js';
export { encodeBest, encodeLadder } from './ladder.js';
export { encodeDataSet } from './market-data-set.js';
export { toRfsSide } from './rfs-side.js';
export { decodeSpotRate, encodeSpotRate, ONE_SIDED } from './spot-rate.js';
export {
  decodeSymbolReference,
  encodeInstrumentReference,
  encodeSymbolReference,
} from './symbol-reference.js';
