// An exact running sum of products at the cost of a double; large values overflow into a bigint.

/** Half of the exact range of a double: two numbers within it add without rounding. */
const LIMIT = 4_503_599_627_370_496;

/** Sum of products of integers: exact at any size, fast while products stay below 2^52. */
export class ExactSum {
  /** The sum is high + low. */
  low = 0;
  high = 0n;

  /** Adds `a` x `b`; both are safe integers. */
  addProduct(a: number, b: number): void {
    const product = a * b;
    if (product > LIMIT || product < -LIMIT) {
      this.high += BigInt(a) * BigInt(b);
      return;
    }
    this.low += product;
    if (this.low > LIMIT || this.low < -LIMIT) {
      this.high += BigInt(this.low);
      this.low = 0;
    }
  }

  value(): bigint {
    return this.high + BigInt(this.low);
  }
}
