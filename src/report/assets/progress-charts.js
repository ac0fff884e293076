// Draws how far parents came against an even pace, position and P&L; runs after charts.js.
(() => {
  'use strict';
  const { data, addChart, drawLine, makeKey, toAxes, toLine, toTimes, getColor, formats } =
    window.weir;
  const stepped = uPlot.paths.stepped({ align: 1 });

  function drawPace(u, from, to, total) {
    const { ctx } = u;
    ctx.save();
    ctx.beginPath();
    ctx.strokeStyle = getColor('arrival');
    ctx.lineWidth = 1.5 * uPlot.pxRatio;
    ctx.setLineDash([6 * uPlot.pxRatio, 5 * uPlot.pxRatio]);
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    ctx.beginPath();
    ctx.moveTo(u.valToPos(from, 'x', true), u.valToPos(0, 'y', true));
    ctx.lineTo(u.valToPos(to, 'x', true), u.valToPos(total, 'y', true));
    ctx.stroke();
    ctx.restore();
  }

  function addParentChart(place, chart) {
    const times = toTimes(chart.t);
    const [from, to] = toTimes(chart.pace);
    const last = Math.max(times.at(-1), to);
    const pace = (time) => Math.max(0, Math.min(1, (time - from) / Math.max(to - from, 1)));
    const keys = [makeKey('filled', toLine('bid')), makeKey('even pace', toLine('arrival', '4 3'))];
    addChart(place, chart.title, keys, {
      height: 260,
      range: [times[0], last === times[0] ? last + 1000 : last],
      data: [times, chart.filled],
      series: [
        {},
        {
          stroke: () => getColor('bid'),
          fill: () => getColor('band'),
          width: 2,
          paths: stepped,
          points: { show: false },
        },
      ],
      axes: toAxes(62, formats.short),
      y: { range: () => [0, chart.total * 1.06] },
      draw: [
        (u) => drawPace(u, from, to, chart.total),
        (u) => drawLine(u, times[0], last, chart.total, getColor('muted'), [1, 3], 1),
      ],
      read: (index) => {
        const filled = chart.filled[index];
        const due = chart.total * pace(times[index]);
        const ahead = formats.number(filled - due, 0);
        const share = ((filled / chart.total) * 100).toFixed(1);
        const done = `filled ${formats.number(filled)} (${share} %)`;
        return `${formats.time(times[index])}   ${done}   against pace ${ahead}`;
      },
    });
  }

  function addLine(place, title, times, values, color, unit, height) {
    addChart(place, title, [], {
      height,
      range: [times[0], times.at(-1) === times[0] ? times[0] + 1000 : times.at(-1)],
      data: [times, values],
      series: [
        {},
        {
          stroke: () => getColor(color),
          fill: () => getColor('band'),
          width: 1.5,
          paths: stepped,
          points: { show: false },
        },
      ],
      axes: toAxes(66, formats.short),
      y: {
        range: (_u, low, high) => {
          const [min, max] = [Math.min(low ?? 0, 0), Math.max(high ?? 0, 0)];
          const room = (max - min || 1) * 0.06;
          return [min === 0 ? 0 : min - room, max === 0 ? 0.001 : max + room];
        },
      },
      read: (index) => `${formats.time(times[index])}   ${formats.number(values[index])} ${unit}`,
    });
  }

  function addLedgerCharts(place, chart) {
    const times = toTimes(chart.t);
    const { title, currency, base, pnl, position } = chart;
    addLine(place, `${title}: P&L at mid, ${currency}`, times, pnl, 'bid', currency, 230);
    addLine(place, `${title}: position, ${base}`, times, position, 'offer', base, 170);
  }

  const equity = document.getElementById('equity-charts');
  if (equity && data.equity && data.equity.t.length > 1) {
    const { t, pnl, drawdown, currency } = data.equity;
    addLine(equity, `P&L of all, ${currency}`, toTimes(t), pnl, 'bid', currency, 230);
    addLine(equity, `Below its high, ${currency}`, toTimes(t), drawdown, 'sell', currency, 130);
  }
  const place = document.getElementById('progress-charts');
  if (!place) return;
  for (const chart of data.progress) {
    if (chart.kind === 'parent') addParentChart(place, chart);
    else addLedgerCharts(place, chart);
  }
})();
