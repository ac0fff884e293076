// Data faults: rates and reference data that are wrong, changed, or written in another number
// format.
import { type Micros, SECOND } from '../../domain/index.js';
import type { WireCall } from '../platform/wire-types.js';
import { editObjects } from './edits.js';
import { drawShare, drawWindow, type FaultStage, type InjectedFaultKind } from './fault.js';
import { isPlace } from '../platform/request-kinds.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
const MOST_GAP: Micros = 60 * SECOND;

type Fields = Record<string, unknown>;

const isRate = ({ request }: WireCall) => request.target.startsWith('/v2/rates/spot');
const isReference = ({ request }: WireCall) => request.target.startsWith('/v2/refdata/');
const isOrderRead = ({ request: { method, target } }: WireCall) =>
  method === 'GET' && target.startsWith('/v2/orders');

/** Changes matching requests within a random part of the fault phase. */
function within(
  stage: FaultStage,
  fits: (call: WireCall) => boolean,
  change: Parameters<FaultStage['onRequest']>[1],
  longest = MOST_GAP,
): void {
  const { world } = stage;
  const [from, to] = drawWindow(stage.random, stage.span, SECOND, longest);
  const isNow = () => world.time.now >= from && world.time.now < to;
  stage.onRequest(1, change, (call) => isNow() && fits(call));
}

export const DATA_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'X02',
    summary: 'a rate is that of another pair, or the wrong way round',
    put: (stage) => {
      const { instruments, random } = stage;
      const form = Math.floor(random() * 3);
      const other = instruments.at(-1)?.symbol ?? '';
      const swap = (body: Fields): Fields => {
        const { bid, offer } = body;
        if (form === 0) return { ...body, symbol: other };
        if (typeof bid !== 'number' || typeof offer !== 'number') return body;
        const turn = (value: number) => Number((1 / value).toFixed(5));
        if (form === 1) return { ...body, bid: turn(offer), offer: turn(bid) };
        return {
          ...body,
          bid: Number((bid * 1.37).toFixed(5)),
          offer: Number((offer * 1.37).toFixed(5)),
        };
      };
      stage.onRequest(
        drawShare(random, 0.2),
        (plan) => {
          plan.edits.push(editObjects(swap));
        },
        isRate,
      );
    },
  },
  {
    id: 'X03',
    summary: 'least size and step change within the day',
    put: (stage) => {
      const from = Math.floor(stage.random() * stage.span);
      const minSize = 30_000;
      const isNow = () => stage.world.time.now >= from;
      const change = (body: Fields) => ({ ...body, minSize, sizeIncrement: 1_000 });
      stage.onRequest(
        1,
        (plan) => {
          plan.edits.push(editObjects(change));
        },
        (call) => isNow() && isReference(call),
      );
      stage.onRequest(
        1,
        (plan) => {
          const code = 'RequestValidationError.InvalidOrderQty';
          const body = Buffer.from(
            JSON.stringify({ errorCode: code, message: 'The size is bad.' }),
          );
          plan.isLost = true;
          plan.instead = { status: 400, headers: JSON_HEADERS, body };
        },
        (call) => isNow() && isPlace(call) && !fitsStep(call, minSize),
      );
    },
  },
  {
    id: 'X04',
    summary: 'numbers are spelled otherwise, or have too many decimals',
    put: (stage) => {
      const addsDecimals = stage.random() < 0.3;
      stage.onRequest(
        drawShare(stage.random, 1),
        (plan, random) => {
          plan.edits.push((answer) => ({
            ...answer,
            body: Buffer.from(respell(answer.body.toString(), addsDecimals, random)),
          }));
        },
        (call) => isRate(call) || (!addsDecimals && isOrderRead(call)),
      );
    },
  },
  {
    id: 'X06',
    summary: 'whole lives of orders pass between two polls',
    put: (stage) => {
      within(stage, isOrderRead, (plan) => {
        plan.isLost = true;
        plan.resetAfter = -1;
      });
    },
  },
];

function fitsStep({ request: { body } }: WireCall, minSize: number): boolean {
  const [, size = '0'] = /"size":([\d.]+)/.exec(body.toString()) ?? [];
  return Number(size) >= minSize && Number(size) % 1_000 === 0;
}

/** Writes the same numbers in another notation, or with more decimals than a rate has. */
function respell(text: string, addsDecimals: boolean, random: () => number): string {
  return text.replace(
    /("(?:bid|offer|size|cumQty|leavesQty|price)":)(\d+)\.(\d+)/g,
    (all, key, whole, part) => {
      const [name, digits, decimals] = [String(key), String(whole), String(part)];
      if (addsDecimals) return `${name}${digits}.${decimals.padEnd(8, '0')}1`;
      if (random() < 0.5) return `${all}000`;
      return `${name}${String(BigInt(digits + decimals))}e-${String(decimals.length)}`;
    },
  );
}
