// Faults of the machine on which a bot runs: its disk, its clocks, its timers.
import { MILLISECOND, SECOND } from '../../domain/index.js';
import { systemError } from '../platform/disk.js';
import { drawShare, type InjectedFaultKind, type FaultStage } from './fault.js';

const HOUR = 3_600 * SECOND;

/**
 * From a random time, these effects on journal files fail with `code`; `isOnce`: only the first.
 */
function failing(
  stage: FaultStage,
  effects: readonly string[],
  code: string,
  isOnce: boolean,
): void {
  const from = Math.floor(stage.random() * stage.span);
  stage.at(from, () => {
    let isOver = false;
    stage.disk().before = (effect, name) => {
      if (isOver || !effects.includes(effect) || !name.endsWith('.jsonl')) return;
      isOver = isOnce;
      throw systemError(code);
    };
  });
}

export const MACHINE_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'D01',
    summary: 'the disk is full',
    put: (stage) => {
      failing(stage, ['write', 'reserve'], 'ENOSPC', false);
    },
  },
  {
    id: 'D02',
    summary: 'one sync fails',
    put: (stage) => {
      failing(stage, ['sync'], 'EIO', true);
    },
  },
  {
    id: 'D08',
    summary: 'syncs take two seconds',
    put: (stage) => {
      const from = Math.floor(stage.random() * stage.span);
      stage.at(from, () => {
        stage.disk().before = (effect) => {
          if (effect === 'sync') stage.block(2 * SECOND);
        };
      });
      stage.at(Math.min(stage.span, from + 20 * SECOND), () => {
        stage.disk().before = () => undefined;
      });
    },
  },
  {
    id: 'D09',
    summary: 'the disk becomes read-only, or belongs to somebody else',
    put: (stage) => {
      const from = Math.floor(stage.random() * stage.span);
      const isReadOnly = stage.random() < 0.5;
      // Files that are already open stay writable, unless the disk became read-only.
      const stays = isReadOnly ? ['sync'] : ['sync', 'write', 'reserve', 'close'];
      const fails = (effect: string) => !stays.includes(effect);
      stage.at(from, () => {
        stage.disk().before = (effect) => {
          if (fails(effect)) throw systemError(isReadOnly ? 'EROFS' : 'EACCES');
        };
      });
    },
  },
  {
    id: 'P14',
    summary: 'timers are late',
    put: (stage) => {
      const { clocks, random } = stage;
      const most = Math.floor(random() * 5 * SECOND);
      const probability = drawShare(random, 0.3);
      clocks.drawLateness = () => {
        if (random() >= probability) return 0;
        stage.count();
        return Math.floor(random() * most);
      };
    },
  },
  {
    id: 'C01',
    summary: 'the wall clock goes back an hour',
    put: (stage) => {
      stage.at(Math.floor(stage.random() * stage.span), () => {
        stage.clocks.wallOffset -= HOUR;
      });
    },
  },
  {
    id: 'C02',
    summary: 'the wall clock goes forward a day',
    put: (stage) => {
      stage.at(Math.floor(stage.random() * stage.span), () => {
        stage.clocks.wallOffset += 24 * HOUR;
      });
    },
  },
  {
    id: 'C03',
    summary: 'the wall clock drifts by a second a minute',
    put: (stage) => {
      const drift = () => {
        stage.clocks.wallOffset += 17 * MILLISECOND;
      };
      for (let at = 0; at < stage.span; at += SECOND) stage.at(at, drift);
    },
  },
];
