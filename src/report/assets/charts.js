// What the charts of the report share: a figure with key, readout and zoom around uPlot.
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = [];
  const isNarrow = () => window.innerWidth < 640;
  const getColor = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const toTimes = (times) => times.map((time) => time + data.origin);
  const formats = {
    time: (time) => new Date(time).toISOString().replace('T', ' '),
    number: (value, digits = 2) => value.toLocaleString('en-US', { maximumFractionDigits: digits }),
    short: (value) =>
      value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 2 }),
    signed: (value, digits) => (value > 0 ? '+' : '') + value.toFixed(digits),
  };

  function make(tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /** A small picture of a mark for the key: `shape` is the content of a 16 x 10 SVG. */
  function makeKey(label, shape) {
    const item = make('li', '');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 16 10');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', shape.d);
    path.style[shape.isFilled ? 'fill' : 'stroke'] = `var(--${shape.color})`;
    path.style[shape.isFilled ? 'stroke' : 'fill'] = 'none';
    path.style.strokeWidth = '2';
    if (shape.dash) path.style.strokeDasharray = shape.dash;
    svg.append(path);
    item.append(svg, label);
    return item;
  }
  const toLine = (color, dash) => ({ d: 'M0 5H16', color, dash });

  function formatSplits(u, splits, _axis, _space, step) {
    return splits.map((time, index) => {
      const iso = new Date(time).toISOString();
      const clock = iso.slice(11, step < 1000 ? 23 : step < 60000 ? 19 : 16);
      const isDay = step >= 86400000;
      if (isDay) return iso.slice(0, 10);
      return index === 0 || iso.slice(11, 19) === '00:00:00'
        ? `${clock}\n${iso.slice(0, 10)}`
        : clock;
    });
  }

  function toAxes(width, values, steps) {
    const base = {
      stroke: () => getColor('muted'),
      grid: { stroke: () => getColor('line'), width: 1 },
      ticks: { show: false },
      font: '12px system-ui, sans-serif',
    };
    const y = { ...base, size: width, gap: 8, values: (_u, splits) => splits.map(values) };
    if (steps) y.incrs = steps;
    const x = { ...base, values: formatSplits, size: 46, gap: 9 };
    // Times of less than two minutes have milliseconds, those of more than two days dates.
    x.space = (_u, _axis, min, max) => (max - min < 120000 || max - min > 172800000 ? 96 : 64);
    return [x, y];
  }

  /** A figure with title, key, readout and room for buttons; `plot` is for the chart. */
  function makeFigure(parent, title, keys) {
    const figure = make('figure', 'chart');
    const caption = make('figcaption', '');
    const list = make('ul', 'keys');
    const parts = { readout: make('output', 'readout', ''), zoom: make('span', 'zoom') };
    const plot = make('div', 'plot');
    list.append(...keys);
    caption.append(make('h3', '', title), list, parts.zoom);
    figure.append(caption, parts.readout, plot);
    parent.append(figure);
    return { ...parts, plot };
  }

  /** Buttons for those who cannot drag: phones and keyboards. */
  function addZoom(chart, place, title, { range, focus }) {
    const [first, last] = range;
    const show = ([min, max]) => chart.setScale('x', { min, max });
    const scale = (factor) => {
      const { min, max } = chart.scales.x;
      const middle = (min + max) / 2;
      const half = Math.max(((max - min) / 2) * factor, 5);
      show([Math.max(first, middle - half), Math.min(last, middle + half)]);
    };
    const addButton = (text, label, action) => {
      const button = make('button', '', text);
      button.type = 'button';
      button.title = label;
      button.setAttribute('aria-label', `${label}: ${title}`);
      button.addEventListener('click', action);
      place.append(button);
    };
    if (focus) addButton('Orders', 'Zoom to the orders', () => show(focus));
    addButton('+', 'Zoom in', () => scale(0.5));
    addButton('−', 'Zoom out', () => scale(2));
    addButton('All', 'Whole range', () => show(range));
    chart.over.addEventListener('dblclick', () => show(range));
    show(range);
  }

  /**
   * Adds a chart. `options`: data, series, bands, axes and y as uPlot has them, height in pixels,
   * the whole `range` of x, a `focus` to zoom to, `draw` hooks, `read` for the text under the
   * pointer and `onPointer` hooks.
   */
  function addChart(parent, title, keys, options) {
    const { readout, zoom, plot } = makeFigure(parent, title, keys);
    const { data: columns, series, axes, bands = [], draw = [], onPointer = [] } = options;
    const getSize = () => ({
      width: plot.clientWidth,
      height: isNarrow() ? Math.min(options.height, 270) : options.height,
    });
    const read = ({ cursor: { idx } }) => {
      readout.textContent = idx == null ? '' : options.read(idx);
    };
    const shared = (type) => type === 'mousemove' || type === 'mouseleave';
    const settings = {
      ...getSize(),
      ms: 1,
      tzDate: (time) => uPlot.tzDate(new Date(time), 'Etc/UTC'),
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false },
        sync: { key: 'session', filters: { pub: shared } },
      },
      scales: { x: { time: true, range: (_u, min, max) => [min, max] }, y: options.y },
      axes,
      series,
      bands,
      padding: [10, 26, 0, 0],
      hooks: { draw, setCursor: [read, ...onPointer] },
    };
    const chart = new uPlot(settings, columns, plot);
    addZoom(chart, zoom, title, options);
    new ResizeObserver(() => chart.setSize(getSize())).observe(plot);
    charts.push(chart);
  }

  function drawLine(u, from, to, value, color, dash, width) {
    const { ctx } = u;
    const y = u.valToPos(value, 'y', true);
    ctx.save();
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    ctx.beginPath();
    ctx.strokeStyle = color;
    ctx.lineWidth = width * uPlot.pxRatio;
    ctx.setLineDash(dash.map((part) => part * uPlot.pxRatio));
    ctx.moveTo(u.valToPos(from, 'x', true), y);
    ctx.lineTo(u.valToPos(to, 'x', true), y);
    ctx.stroke();
    ctx.restore();
  }

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const chart of charts) chart.redraw(false, true);
  });
  window.weir = { data, addChart, drawLine, makeKey, toAxes, toLine, toTimes, getColor, formats };
})();
