import { exampleResult } from '../examples/exampleResult.ts'

/** Made-up points around three places near Paris, for examples of maps that count points. */
const middles = [
  [2.35, 48.86],
  [2.13, 48.8],
  [2.5, 48.95],
] as const
const count = 240

/** Steps of the golden angle spread points evenly around a center. */
const golden = Math.PI * (3 - Math.sqrt(5))

const points = Array.from({ length: count }, (_, at) => {
  const [x, y] = middles[at % middles.length]!
  const distance = 0.012 * Math.sqrt(at)
  return {
    longitude: Number((x + distance * Math.cos(at * golden)).toFixed(4)),
    latitude: Number((y + 0.6 * distance * Math.sin(at * golden)).toFixed(4)),
    orders: 1 + Math.round(40 / (1 + 0.2 * at)) + (at % 5),
  }
})

export const scatteredPoints = exampleResult({
  Longitude: points.map(({ longitude }) => longitude),
  Latitude: points.map(({ latitude }) => latitude),
  Orders: points.map(({ orders }) => orders),
})
