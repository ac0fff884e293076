#!/usr/bin/env node
// The entry of the command line as a module; `weir` itself is start.cjs.
import './start.cjs';
