import { createColorDeal } from '../../charts/shared/color/deal.ts'

/** The labels that a chart has colored, in the order in which it requested them, and what its colors depend on. */
export interface AskedColors {
  scheme: string
  saved: Record<string, string | number>
  /** The columns of its first result. */
  names: readonly string[]
  given: readonly (readonly [label: string, color: string])[]
}

/** The attribute of a chart's drawing with the labels that it has colored, for its dashboard. */
export const askedAttribute = (asked: AskedColors): string =>
  ` data-colors="${Buffer.from(JSON.stringify(asked)).toString('base64')}"`

export function askedOf(svg: Buffer): AskedColors | undefined {
  const root = svg.subarray(0, svg.indexOf('>')).toString()
  const [, written] = / data-colors="([^"]*)"/.exec(root) ?? []
  return written === undefined ? undefined : (JSON.parse(Buffer.from(written, 'base64').toString()) as AskedColors)
}

/**
 * The colors of the labels of a dashboard, as browsers deal them: a label has one color in all charts. `order` has the
 * charts in the order of the layout. Returns all colors of the charts that have to be drawn again.
 */
export function dealtColors(
  asked: ReadonlyMap<number, AskedColors>,
  order: readonly number[],
  shared: Record<string, string>,
): Map<number, Record<string, string>> {
  const deal = createColorDeal(() => undefined, shared)
  const colorOf = (chart: number, { scheme, saved, names }: AskedColors) => deal.scaleOf(chart)(scheme, saved, names)
  const charts = order.flatMap((chart) => {
    const own = asked.get(chart)
    return own ? [[chart, own] as const] : []
  })
  for (const [chart, own] of charts) for (const [label] of own.given) colorOf(chart, own)(label)
  deal.deal(order, order.length)
  const changed = new Map<number, Record<string, string>>()
  for (const [chart, own] of charts) {
    const color = colorOf(chart, own)
    const dealt = own.given.map(([label]) => [label, color(label)] as const)
    if (dealt.some(([, each], at) => each !== own.given[at]?.[1])) changed.set(chart, Object.fromEntries(dealt))
  }
  return changed
}
