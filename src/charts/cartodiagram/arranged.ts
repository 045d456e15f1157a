/** How the charts of a map are shown, so that none covers the main part of another one. */
export interface Arranged {
  scale: number
  /** whether each chart is shown */
  shown: boolean[]
}

/** From the largest to the smallest. */
const scales = [1, 0.85, 0.7, 0.55]
/** minimum side of a chart that is scaled down, in px: smaller charts cannot be read */
const leastSide = 40
/** the least distance between the middles of two charts, as a share of their side */
const mainPart = 0.9

type Middle = readonly [x: number, y: number]

/**
 * Charts around these middles are scaled down until there is room for all of them. Of those that still cover each
 * other, only the first one is shown. `isRound`: their corners are empty.
 */
export function arranged(middles: readonly Middle[], { side, isRound }: { side: number; isRound: boolean }): Arranged {
  let found: Arranged = { scale: 1, shown: [] }
  for (const scale of scales) {
    if (scale < 1 && side * scale < leastSide) break
    found = { scale, shown: shownAt(middles, side * scale * mainPart, isRound) }
    if (!found.shown.includes(false)) break
  }
  return found
}

function shownAt(middles: readonly Middle[], apart: number, isRound: boolean): boolean[] {
  const kept: Middle[] = []
  return middles.map(([x, y]) => {
    const isFree = kept.every(([otherX, otherY]) => {
      const [right, down] = [Math.abs(x - otherX), Math.abs(y - otherY)]
      return (isRound ? Math.hypot(right, down) : Math.max(right, down)) >= apart
    })
    if (isFree) kept.push([x, y])
    return isFree
  })
}
