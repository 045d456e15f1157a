/** Products of all pairs of columns (X'X), stored row by row. */
export function normalEquations(rows: readonly Float64Array[], width: number): Float64Array {
  const products = new Float64Array(width * width)
  for (const row of rows) {
    for (let i = 0; i < width; i++) {
      const left = row[i] as number
      if (left === 0) continue
      for (let j = 0; j <= i; j++) {
        products[i * width + j] = (products[i * width + j] as number) + left * (row[j] as number)
      }
    }
  }
  for (let i = 0; i < width; i++)
    for (let j = 0; j < i; j++) products[j * width + i] = products[i * width + j] as number
  return products
}

/** Lower Cholesky factor of X'X + diag(penalties). Penalties are positive. */
export function decompose(products: Float64Array, penalties: Float64Array): Float64Array {
  const width = penalties.length
  const lower = new Float64Array(width * width)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = products[i * width + j] as number
      if (i === j) sum += penalties[i] as number
      for (let k = 0; k < j; k++) sum -= (lower[i * width + k] as number) * (lower[j * width + k] as number)
      lower[i * width + j] = i === j ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / (lower[j * width + j] as number)
    }
  }
  return lower
}

function forward(lower: Float64Array, targets: Float64Array): Float64Array {
  const width = targets.length
  const halfway = Float64Array.from(targets)
  for (let i = 0; i < width; i++) {
    let value = halfway[i] as number
    for (let k = 0; k < i; k++) value -= (lower[i * width + k] as number) * (halfway[k] as number)
    halfway[i] = value / (lower[i * width + i] as number)
  }
  return halfway
}

/** Weights w of (X'X + diag(penalties)) w = targets. */
export function solve(lower: Float64Array, targets: Float64Array): Float64Array {
  const width = targets.length
  const weights = forward(lower, targets)
  for (let i = width - 1; i >= 0; i--) {
    let value = weights[i] as number
    for (let k = i + 1; k < width; k++) value -= (lower[k * width + i] as number) * (weights[k] as number)
    weights[i] = value / (lower[i * width + i] as number)
  }
  return weights
}

/** x' (X'X + diag(penalties))^-1 x: the uncertainty of the weights in the direction of a row. */
export function quadratic(lower: Float64Array, row: Float64Array): number {
  return forward(lower, row).reduce((sum, value) => sum + value * value, 0)
}
