// Operators that strategies want and RxJS does not have.
import { Observable, type OperatorFunction } from 'rxjs';

/** Whether a value is there; for `filter`. */
export function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** `map` that leaves out undefined: one step instead of `map` and `filter`. */
export function mapDefined<T, R>(
  project: (value: T, index: number) => R | undefined,
): OperatorFunction<T, R> {
  return (source) =>
    new Observable<R>((subscriber) => {
      let index = 0;
      return source.subscribe({
        next: (value) => {
          let result: R | undefined;
          try {
            result = project(value, index++);
          } catch (error) {
            subscriber.error(error);
            return;
          }
          if (result !== undefined) subscriber.next(result);
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
        complete: () => {
          subscriber.complete();
        },
      });
    });
}
