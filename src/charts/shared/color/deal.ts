import { categoricalColors } from './categorical.ts'
import { colorScale, type LabelColors, type SharedColors } from './scale.ts'

/** A chart's scheme, its saved colours and the labels it is known to have -> the colour of each label it asks for. */
export type ScaleOf = (
  scheme: string | null | undefined,
  saved: LabelColors,
  names: readonly string[],
) => (label: string) => string

/** What one chart asked for, in its order, and was given. */
interface Hand {
  key: string
  given: Map<string, string>
  /** colours that stay, whatever is dealt later */
  fixed: ReadonlyMap<string, string>
  from: (shared: SharedColors, kept: ReadonlyMap<string, string>) => (label: string) => string
  scale: (label: string) => string
}

/** The colours of labels on the charts of one dashboard, which agree whatever order the charts come in. */
export interface ColorDeal {
  /** Another function after the chart's colours were dealt anew, the same one until then. */
  scaleOf: (chart: number) => ScaleOf
  /**
   * Deals again, in this order, to the charts before `awaited`, all of which are there; the others keep what they have
   * for now. Calls those who listen if any changed.
   */
  deal: (order: readonly number[], awaited: number) => void
  /** From here on nothing changes that was given: other rows of the same charts bring new labels only. */
  fix: () => void
  /** Begins anew, from colours that are agreed on: another scheme. */
  clear: (agreed: Record<string, string>) => void
  /** The colours of all labels so far. */
  given: () => Record<string, string>
  subscribe: (listener: () => void) => () => void
}

/**
 * A chart is given colours at once, by what is known then: no chart waits for another. `deal` puts right what came out
 * of order. Labels keep the colours that are `agreed` on. `onAsked` is called whenever a chart asked for a label for the
 * first time.
 */
export function createColorDeal(onAsked: () => void, agreed: Record<string, string> = {}): ColorDeal {
  let fixed: SharedColors = new Map(Object.entries(agreed))
  let shared: SharedColors = new Map(fixed)
  // what charts that were not drawn yet find from the charts before them, where all of those are there
  const first = new Map<number, SharedColors>()
  const hands = new Map<number, Hand>()
  const scales = new Map<number, ScaleOf>()
  const listeners = new Set<() => void>()

  function handOf(chart: number, ...[scheme, saved, names]: Parameters<ScaleOf>): Hand {
    const key = JSON.stringify([scheme, saved, names])
    const known = hands.get(chart)
    if (known?.key === key) return known
    const colors = categoricalColors(scheme)
    const from: Hand['from'] = (others, kept) => colorScale(colors, saved, others, names, kept)
    const none = new Map<string, string>()
    const hand = {
      key,
      given: new Map<string, string>(),
      fixed: none,
      from,
      scale: from(first.get(chart) ?? shared, none),
    }
    hands.set(chart, hand)
    return hand
  }

  return {
    scaleOf(chart) {
      const known = scales.get(chart)
      if (known) return known
      const scaleOf: ScaleOf = (...asked) => {
        const hand = handOf(chart, ...asked)
        return (label) => {
          const before = hand.given.get(label)
          if (before !== undefined) return before
          const color = hand.scale(label)
          hand.given.set(label, color)
          onAsked()
          return color
        }
      }
      scales.set(chart, scaleOf)
      return scaleOf
    },
    deal(order, awaited) {
      const dealt: SharedColors = new Map(fixed)
      let before: SharedColors = new Map(fixed)
      const changed = new Set<number>()
      const settled = new Set(order.slice(0, awaited))
      first.clear()
      for (const [at, chart] of order.entries()) {
        const hand = hands.get(chart)
        if (at >= awaited && hand) break
        if (!hand) {
          if (before.size !== dealt.size) before = new Map(dealt)
          first.set(chart, before)
          continue
        }
        hand.scale = hand.from(dealt, hand.fixed)
        for (const [label, shown] of hand.given) {
          const color = hand.fixed.get(label) ?? hand.scale(label)
          if (color !== shown) changed.add(chart)
          hand.given.set(label, color)
        }
      }
      shared = new Map(dealt)
      for (const [chart, hand] of hands) {
        if (settled.has(chart)) continue
        for (const [label, color] of hand.given) if (!shared.has(label.trim())) shared.set(label.trim(), color)
        hand.scale = hand.from(shared, hand.given)
      }
      for (const chart of changed) scales.delete(chart)
      if (changed.size > 0) for (const listener of listeners) listener()
    },
    fix() {
      fixed = new Map(shared)
      first.clear()
      for (const hand of hands.values()) hand.fixed = new Map(hand.given)
    },
    clear(from) {
      fixed = new Map(Object.entries(from))
      shared = new Map(fixed)
      first.clear()
      hands.clear()
    },
    given: () => Object.fromEntries(shared),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
