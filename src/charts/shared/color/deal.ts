import { categoricalColors } from './categorical.ts'
import { colorScale, type LabelColors, type SharedColors } from './scale.ts'

/** A chart's scheme, its saved colors and its known labels -> the color of each requested label. */
export type ScaleOf = (
  scheme: string | null | undefined,
  saved: LabelColors,
  names: readonly string[],
) => (label: string) => string

/** The labels that one chart requested, in order, with the assigned colors. */
interface Hand {
  key: string
  given: Map<string, string>
  /** colors that later assignments do not change */
  fixed: ReadonlyMap<string, string>
  from: (shared: SharedColors, kept: ReadonlyMap<string, string>) => (label: string) => string
  scale: (label: string) => string
}

/**
 * The colors of labels in the charts of one dashboard, which are consistent regardless of the order in which charts
 * arrive.
 */
export interface ColorDeal {
  /** Returns a new function if the chart's colors were reassigned; otherwise always the same one. */
  scaleOf: (chart: number) => ScaleOf
  /**
   * Assigns colors again, in this order, to the charts before the position `awaited`, all of which have arrived; the
   * others keep their colors for now. Notifies listeners if any color changed.
   */
  deal: (order: readonly number[], awaited: number) => void
  /** From now on no assigned color changes: new rows of the same charts only add new labels. */
  fix: () => void
  /** Removes all assigned colors, for example because the scheme changed. Labels in `agreed` keep their colors. */
  clear: (agreed: Record<string, string>) => void
  /** The current colors of all labels. */
  given: () => Record<string, string>
  subscribe: (listener: () => void) => () => void
}

/**
 * A chart gets its colors at once, based on the current state: no chart waits for another. `deal` corrects what was
 * assigned out of order. Labels in `agreed` keep their colors. `onAsked` is called whenever a chart requests a label
 * for the first time.
 */
export function createColorDeal(onAsked: () => void, agreed: Record<string, string> = {}): ColorDeal {
  let fixed: SharedColors = new Map(Object.entries(agreed))
  let shared: SharedColors = new Map(fixed)
  // the colors with which a chart that is not drawn yet starts, if all charts before it have arrived
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
