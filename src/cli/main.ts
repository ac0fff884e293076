#!/usr/bin/env node
// Module entry of the command line; `weir` itself is start.cjs.
import './start.cjs';
