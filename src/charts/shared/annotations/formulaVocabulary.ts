interface FormulaFunction {
  apply: (...values: number[]) => number
  /** minimum and maximum number of arguments */
  counts: [least: number, most: number]
}

const degree = Math.PI / 180
const one = (apply: (value: number) => number): FormulaFunction => ({ apply, counts: [1, 1] })
const two = (apply: (first: number, second: number) => number): FormulaFunction => ({
  apply: apply as FormulaFunction['apply'],
  counts: [2, 2],
})
const many = (apply: (...values: number[]) => number): FormulaFunction => ({
  apply,
  counts: [1, Number.POSITIVE_INFINITY],
})

export const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

/** The functions of formulas. As in the contract, `log` has the base 10, and angles are in degrees. */
export const functions: ReadonlyMap<string, FormulaFunction> = new Map([
  ['abs', one(Math.abs)],
  ['ceil', one(Math.ceil)],
  ['floor', one(Math.floor)],
  ['round', one(Math.round)],
  ['sign', one(Math.sign)],
  ['sqrt', one(Math.sqrt)],
  ['root', one(Math.sqrt)],
  ['cbrt', one(Math.cbrt)],
  ['exp', one(Math.exp)],
  ['ln', one(Math.log)],
  ['log', one(Math.log10)],
  ['log2', one(Math.log2)],
  ['log10', one(Math.log10)],
  ['pow', two((base, exponent) => base ** exponent)],
  ['mod', two((value, divisor) => value % divisor)],
  ['min', many(Math.min)],
  ['max', many(Math.max)],
  ['sin', one((angle) => Math.sin(angle * degree))],
  ['cos', one((angle) => Math.cos(angle * degree))],
  ['tan', one((angle) => Math.tan(angle * degree))],
  ['asin', one((value) => Math.asin(value) / degree)],
  ['acos', one((value) => Math.acos(value) / degree)],
  ['atan', one((value) => Math.atan(value) / degree)],
  ['sinh', one(Math.sinh)],
  ['cosh', one(Math.cosh)],
  ['tanh', one(Math.tanh)],
  ['asinh', one(Math.asinh)],
  ['acosh', one(Math.acosh)],
  ['atanh', one(Math.atanh)],
])
