// Names of controls and of their parameters as limits files spell them. Inside Weir, in journals
// and in hashes a control is its RC id and its parameters have the names of their rule.

interface LimitName {
  readonly name: string;
  /** Path of a parameter in a limits file to its path in the rule; the others are spelled alike. */
  readonly keys?: Readonly<Record<string, string>>;
}

/** One limit for each liquidity class, grouped below one key in files. */
const perClassBelow = (key: string) => ({
  [`${key}.G10`]: 'G10',
  [`${key}.EM`]: 'EM',
  [`${key}.DA`]: 'DA',
});
const MAX = { max: 'hard' };

/** By RC id. */
export const LIMIT_NAMES: Readonly<Record<string, LimitName>> = {
  RC01: {
    name: 'allowedSymbols',
    keys: { byStrategy: 'strategies', forbidden: 'restricted' },
  },
  RC02: { name: 'allowedOrderTypes', keys: { types: 'allowed', onBehalfOf: 'onBehalf' } },
  RC03: { name: 'requiredFields' },
  RC04: { name: 'maxOrderSize' },
  RC05: { name: 'maxOrderNotional', keys: { ...MAX, alertAbove: 'soft' } },
  RC06: { name: 'sizeStep' },
  RC07: { name: 'priceTick' },
  RC08: { name: 'finiteNumbers' },
  RC09: { name: 'dealtCurrency' },
  RC10: {
    name: 'fatFinger',
    keys: {
      maxTimesMedianSize: 'timesMedian',
      maxTimesDisplayedSize: 'timesTop',
      alertTimes: 'softTimes',
    },
  },
  RC11: { name: 'valueDate' },
  RC12: { name: 'maxOrderLife' },
  RC13: { name: 'uniqueClientOrderId' },
  RC14: { name: 'priceCollar', keys: { ...perClassBelow('maxBps'), alertBps: 'soft' } },
  RC15: { name: 'maxThroughTouch', keys: { ...perClassBelow('maxBps'), atBestOrders: 'atBest' } },
  RC16: {
    name: 'staleRate',
    keys: {
      maxReceivedAgeSeconds: 'receiveSeconds',
      maxVenueAgeSeconds: 'venueSeconds',
      minQuoteLifeSeconds: 'quoteLifeSeconds',
      pauseAtMultiple: 'pauseTimes',
      cancelAtMultiple: 'cancelTimes',
    },
  },
  RC17: {
    name: 'frozenRate',
    keys: {
      ...perClassBelow('maxUnchangedSeconds'),
      activeFromHourUtc: 'activeFrom',
      activeToHourUtc: 'activeTo',
    },
  },
  RC18: { name: 'invalidRate', keys: { pauseAfterSeconds: 'pauseSeconds' } },
  RC19: {
    name: 'maxSpread',
    keys: {
      ...perClassBelow('maxBps'),
      maxTimesMedian: 'timesMedian',
      pauseAfterSeconds: 'pauseSeconds',
    },
  },
  RC20: {
    name: 'priceJump',
    keys: {
      confirmAbovePercent: 'confirm',
      haltAbovePercent: 'halt',
      confirmingRates: 'confirmations',
    },
  },
  RC21: {
    name: 'referencePrice',
    keys: {
      maxDistanceBps: 'distance',
      maxAgeSeconds: 'oldest',
      whenMissing: 'missing',
      absoluteBands: 'bands',
    },
  },
  RC22: { name: 'conversionRateAge', keys: { maxSeconds: 'seconds' } },
  RC23: { name: 'positionLimit' },
  RC24: { name: 'netCurrencyLimit', keys: { ...MAX, maxEM: 'EM' } },
  RC25: { name: 'grossExposure', keys: MAX },
  RC26: { name: 'netOpenPosition', keys: MAX },
  RC27: {
    name: 'openOrders',
    keys: { maxPerSymbol: 'symbol', maxPerStrategy: 'strategy', maxTotal: 'all' },
  },
  RC28: { name: 'pendingNotional', keys: MAX },
  RC29: { name: 'dailyTurnover', keys: { ...MAX, alertAtShare: 'softShare' } },
  RC30: { name: 'creditLimit', keys: { max: 'static', maxBalanceAgeSeconds: 'oldest' } },
  RC31: {
    name: 'overnightPosition',
    keys: { allowedStrategies: 'cleared', maxWeekendPercent: 'weekendPercent' },
  },
  RC32: { name: 'concentration', keys: { maxPercentOfGross: 'percent' } },
  RC33: {
    name: 'orderRate',
    keys: {
      maxPerSecondByStrategy: 'strategyPerSecond',
      maxPerMinuteByStrategy: 'strategyPerMinute',
      maxPerSecond: 'allPerSecond',
      maxPerMinute: 'allPerMinute',
      maxRefusedPerMinute: 'refusedPerMinute',
    },
  },
  RC35: {
    name: 'repeatedExecution',
    keys: { maxPer10Minutes: 'within10Minutes', maxPerRun: 'perRun' },
  },
  RC36: { name: 'duplicateOrder' },
  RC37: { name: 'selfMatch' },
  RC38: {
    name: 'cancelRatio',
    keys: { maxCancelsPerFill: 'ratio', minOrders: 'leastOrders', throttleToShare: 'share' },
  },
  RC40: { name: 'parentQuantity' },
  RC43: {
    name: 'dailyLoss',
    keys: { maxPerStrategy: 'strategy', maxTotal: 'all', alertAtShare: 'softShare' },
  },
  RC44: {
    name: 'drawdown',
    keys: {
      startingEquity: 'equity',
      maxRunPercent: 'runPercent',
      maxLifetimePercent: 'lifetimePercent',
    },
  },
  RC45: {
    name: 'slippage',
    keys: { maxFillBps: 'single', maxMeanBps: 'mean', alertAtShare: 'softShare' },
  },
  RC46: { name: 'offLimitFill', keys: { maxBpsWithoutLimit: 'collar' } },
  RC47: { name: 'overfill' },
  RC48: { name: 'externalOrder' },
  RC49: {
    name: 'positionMismatch',
    keys: {
      haltAllAbove: 'large',
      confirmPolls: 'confirmIntervals',
      maxExplainedSeconds: 'explainedSeconds',
    },
  },
  RC50: { name: 'tradeBust' },
  RC53: { name: 'unknownOrders' },
  RC55: {
    name: 'clockOffset',
    keys: {
      alertSeconds: 'softSeconds',
      pauseSignedSeconds: 'signedSeconds',
      pauseTokenSeconds: 'plainSeconds',
    },
  },
  RC56: {
    name: 'pollGap',
    keys: { maxOrderIntervals: 'orderIntervals', maxPositionSeconds: 'positionSeconds' },
  },
  RC57: {
    name: 'slowVenue',
    keys: {
      slowCallMs: 'slowMs',
      pauseAfterSeconds: 'forSeconds',
      maxTimeoutPercent: 'timeoutPercent',
      resumeAfterSeconds: 'holdSeconds',
    },
  },
  RC58: {
    name: 'hostHealth',
    keys: {
      alertLagMs: 'softMs',
      pauseLagMs: 'pauseMs',
      haltLagMs: 'haltMs',
      maxHeapPercent: 'heapPercent',
    },
  },
  RC67: { name: 'watchdogHeartbeat' },
  RC70: {
    name: 'tradingHours',
    keys: { fx: 'hours', digitalAssets: 'assets', closedDates: 'holidays' },
  },
};

type Tree = Readonly<Record<string, unknown>>;

const IDS = new Map(Object.entries(LIMIT_NAMES).map(([id, { name }]) => [name, id]));

/** A control's name in limits files. */
export function toLimitName(id: string): string {
  return LIMIT_NAMES[id]?.name ?? id;
}

/** The id of a control that limits files call so. */
export function findControlId(name: string): string | undefined {
  return IDS.get(name);
}

/** What a limits file states, as parsed, by RC id and the parameters of the rules. */
export function fromFileForm(file: Tree): Tree {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => {
      const id = IDS.get(name);
      return id === undefined ? [name, value] : [id, fromFileParams(id, value)];
    }),
  );
}

/** The parameters of one control as its rule calls them; `off` and what is no map stays. */
export function fromFileParams(id: string, value: unknown): unknown {
  if (!isMap(value)) return value;
  const found: Record<string, unknown> = { ...value };
  const moved: Record<string, unknown> = {};
  for (const [path, key] of listKeys(id)) {
    const [group = '', inner] = path.split('.');
    const from = inner === undefined ? value : value[group];
    const last = inner ?? group;
    if (isMap(from) && Object.hasOwn(from, last)) moved[key] = from[last];
    Reflect.deleteProperty(found, group);
  }
  return { ...found, ...moved };
}

/** The same the other way: what a limits file says of these parameters. */
export function toFileParams(id: string, value: unknown): unknown {
  if (!isMap(value)) return value;
  const found: Record<string, unknown> = {};
  const paths = new Map(listKeys(id).map(([path, key]) => [key, path]));
  for (const [key, one] of Object.entries(value)) {
    const [group = '', inner] = (paths.get(key) ?? key).split('.');
    if (inner === undefined) found[group] = one;
    else found[group] = { ...(isMap(found[group]) ? found[group] : {}), [inner]: one };
  }
  return found;
}

/** Path in a limits file of a parameter that stands at `path` of a rule: `['RC05', 'hard']`. */
export function toFilePath([id = '', key, ...rest]: readonly string[]): readonly string[] {
  if (key === undefined) return [toLimitName(id)];
  const path = listKeys(id).find(([, own]) => own === key)?.[0] ?? key;
  return [toLimitName(id), ...path.split('.'), ...rest];
}

function listKeys(id: string): readonly (readonly [path: string, key: string])[] {
  return Object.entries(LIMIT_NAMES[id]?.keys ?? {});
}

function isMap(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
