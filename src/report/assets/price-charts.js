// Draws the rates of each symbol with own orders and fills on them; runs after charts.js.
(() => {
  'use strict';
  const { data, addChart, drawLine, makeKey, toAxes, toLine, toTimes, getColor, formats } =
    window.weir;
  const up = { d: 'M8 0L14 10H2Z', color: 'buy', isFilled: true };
  const down = { d: 'M8 10L14 0H2Z', color: 'sell', isFilled: true };
  const placed = { d: 'M8 0V10', color: 'muted' };

  function drawMarks(u, price) {
    const { ctx, bbox } = u;
    const { fills, orders } = price;
    const size = (fills.t.length > 400 ? 4 : 6) * uPlot.pxRatio;
    const colors = { 1: getColor('buy'), '-1': getColor('sell') };
    const bottom = bbox.top + bbox.height;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = uPlot.pxRatio;
    const strength = orders.t.length > 400 ? 0.25 : 1;
    orders.t.forEach((time, index) => {
      ctx.globalAlpha = strength;
      const x = Math.round(u.valToPos(time + data.origin, 'x', true));
      ctx.fillStyle = colors[orders.sign[index]];
      ctx.fillRect(x, bottom - 9 * uPlot.pxRatio, 1.5 * uPlot.pxRatio, 9 * uPlot.pxRatio);
      if (orders.ticks[index] === 0) return;
      const end = u.valToPos(orders.end[index] + data.origin, 'x', true);
      ctx.globalAlpha = strength * 0.55;
      ctx.fillRect(x, u.valToPos(orders.ticks[index], 'y', true), end - x, 1.5 * uPlot.pxRatio);
    });
    ctx.globalAlpha = 1;
    ctx.strokeStyle = getColor('surface');
    fills.t.forEach((time, index) => {
      const sign = fills.sign[index];
      const x = u.valToPos(time + data.origin, 'x', true);
      const y = u.valToPos(fills.ticks[index], 'y', true);
      ctx.beginPath();
      ctx.moveTo(x, y - sign * size);
      ctx.lineTo(x + size * 0.87, y + sign * size * 0.7);
      ctx.lineTo(x - size * 0.87, y + sign * size * 0.7);
      ctx.closePath();
      ctx.fillStyle = colors[sign];
      ctx.fill();
      if (fills.t.length <= 400) ctx.stroke();
    });
    ctx.restore();
  }

  /** The scale of a price chart: rates and fills in sight, and levels that are not far away. */
  function toPriceRange(price) {
    return (u, low, high) => {
      if (low == null) return [0, 1];
      let [min, max] = [low, high];
      const { min: from, max: to } = u.scales.x;
      const isSeen = (start, end) => end + data.origin >= from && start + data.origin <= to;
      const include = (ticks) => {
        min = Math.min(min, ticks);
        max = Math.max(max, ticks);
      };
      price.fills.t.forEach((time, index) => {
        if (isSeen(time, time)) include(price.fills.ticks[index]);
      });
      const span = max - min;
      for (const level of price.levels) {
        const distance = Math.max(min - level.ticks, level.ticks - max);
        if (isSeen(level.from, level.to) && distance <= span) include(level.ticks);
      }
      const room = Math.max((max - min) * 0.08, 1);
      return [min - room, max + room];
    };
  }

  function drawLevels(u, price) {
    for (const level of price.levels) {
      const isArrival = level.kind === 'arrival';
      const color = getColor(isArrival ? 'arrival' : 'sell');
      const [from, to] = [level.from + data.origin, level.to + data.origin];
      drawLine(u, from, to, level.ticks, color, isArrival ? [6, 5] : [2, 3], 1.5);
      if (price.levels.length <= 4) drawLabel(u, to, level, color);
    }
  }

  /** Names a level after its end, or above it when there is no room. */
  function drawLabel(u, to, level, color) {
    const { ctx, bbox } = u;
    const right = bbox.left + bbox.width;
    const end = Math.min(u.valToPos(to, 'x', true), right);
    const y = u.valToPos(level.ticks, 'y', true);
    if (end < bbox.left || y < bbox.top || y > bbox.top + bbox.height) return;
    ctx.save();
    ctx.font = `${12 * uPlot.pxRatio}px system-ui, sans-serif`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    const width = ctx.measureText(level.label).width;
    const room = 6 * uPlot.pxRatio;
    const fits = end + width + 2 * room < right;
    const [x, middle] = fits ? [end + room, y] : [right - width - room, y - 10 * uPlot.pxRatio];
    ctx.globalAlpha = 0.8;
    ctx.fillStyle = getColor('surface');
    ctx.fillRect(x - 3, middle - 8 * uPlot.pxRatio, width + 6, 16 * uPlot.pxRatio);
    ctx.globalAlpha = 1;
    ctx.fillStyle = color;
    ctx.fillText(level.label, x, middle);
    ctx.restore();
  }

  /** Shows what the fill nearest to the pointer was, when one is near. */
  function makeTip(price, formatPrice) {
    const { fills } = price;
    let tip;
    return (u) => {
      if (!tip) {
        tip = document.createElement('div');
        tip.className = 'tip';
        u.over.append(tip);
      }
      const { left, top } = u.cursor;
      let nearest = -1;
      let best = 14;
      for (let index = 0; left >= 0 && index < fills.t.length; index++) {
        const x = u.valToPos(fills.t[index] + data.origin, 'x') - left;
        const distance = Math.hypot(x, u.valToPos(fills.ticks[index], 'y') - top);
        if (distance < best) [best, nearest] = [distance, index];
      }
      tip.style.display = nearest < 0 ? 'none' : 'block';
      if (nearest < 0) return;
      const side = fills.sign[nearest] > 0 ? 'Bought' : 'Sold';
      const bps = fills.bps[nearest];
      const slippage = bps == null ? '' : `\n${formats.signed(bps, 3)} bps vs arrival`;
      const quantity = formats.number(fills.quantity[nearest], 8);
      const time = formats.time(fills.t[nearest] + data.origin).slice(11);
      const price = formatPrice(fills.ticks[nearest]);
      tip.textContent = `${side} ${quantity} at ${price}\n${time}${slippage}`;
      const isLeft = left > u.over.clientWidth / 2;
      tip.style.left = isLeft ? '' : `${left + 14}px`;
      tip.style.right = isLeft ? `${u.over.clientWidth - left + 14}px` : '';
      tip.style.top = `${Math.max(0, top - 30)}px`;
    };
  }

  function toKeys(price) {
    const find = (kind) => price.levels.filter((level) => level.kind === kind);
    const [arrivals, limits] = [find('arrival'), find('limit')];
    const name = (levels, many) => (levels.length === 1 ? levels[0].label : many);
    const low = price.bid.reduce((least, ticks) => Math.min(least, ticks), Infinity);
    const high = price.offer.reduce((most, ticks) => Math.max(most, ticks), -Infinity);
    const isFar = ({ ticks }) => Math.max(low - ticks, ticks - high) > high - low;
    const away = limits.length === 1 && isFar(limits[0]) ? ' (out of view)' : '';
    return [
      makeKey('bid', toLine('bid')),
      makeKey('offer', toLine('offer')),
      ...(price.fills.sign.includes(1) ? [makeKey('bought', up)] : []),
      ...(price.fills.sign.includes(-1) ? [makeKey('sold', down)] : []),
      ...(price.orders.t.length ? [makeKey('order placed', placed)] : []),
      ...(arrivals.length
        ? [makeKey(name(arrivals, 'arrival mids'), toLine('arrival', '4 3'))]
        : []),
      ...(limits.length ? [makeKey(name(limits, 'limits') + away, toLine('sell', '2 2'))] : []),
    ];
  }

  function addPriceChart(parent, price) {
    const times = toTimes(price.t);
    const scale = 10 ** price.decimals;
    const formatPrice = (ticks) => (ticks / scale).toFixed(price.decimals);
    const steps = [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, n) => step * 10 ** n));
    const widest = formatPrice(price.offer.at(-1)).length * 7.4 + 16;
    const range = [data.origin, data.origin + Math.max(data.end, 1000)];
    const stepped = uPlot.paths.stepped({ align: 1 });
    const series = (name) => ({
      stroke: () => getColor(name),
      width: 1.25,
      paths: stepped,
      points: { show: false },
    });
    let focus;
    if (data.work) {
      const room = Math.max((data.work[1] - data.work[0]) * 0.08, 1000);
      const [from, to] = data.work.map((time) => time + data.origin);
      focus = [Math.max(range[0], from - room), Math.min(range[1], to + room)];
    }
    const isShort = focus && focus[1] - focus[0] < (range[1] - range[0]) / 3;
    addChart(parent, price.symbol, toKeys(price), {
      height: 380,
      range,
      focus: isShort ? focus : undefined,
      data: [times, price.bid, price.offer],
      series: [{}, series('bid'), series('offer')],
      bands: [{ series: [2, 1], fill: () => getColor('band') }],
      axes: toAxes(
        widest,
        formatPrice,
        steps.sort((a, b) => a - b),
      ),
      y: { range: toPriceRange(price) },
      draw: [(u) => drawLevels(u, price), (u) => drawMarks(u, price)],
      onPointer: [makeTip(price, formatPrice)],
      read: (index) => {
        const [bid, offer] = [price.bid[index], price.offer[index]];
        const prices = `bid ${formatPrice(bid)}   offer ${formatPrice(offer)}`;
        return `${formats.time(times[index])}   ${prices}   spread ${offer - bid} ticks`;
      },
    });
  }

  const place = document.getElementById('price-charts');
  if (place) for (const price of data.prices) addPriceChart(place, price);
})();
