// Published harness: drive Weir's parts from a script.
export { createSteppedClock, type SteppedClock } from './stepped-clock.js';
