import { findChart } from '../../../../charts/index.ts'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import { controlKinds } from '../../../controls/index.ts'

/** Controls that come with a later version; their saved values stay as they are. */
const later = /^forecast/

/** chart type -> its panel; the same object every time, so that nothing is drawn anew for it */
const panels = new Map<string, ControlSection[]>()

/** The control panel of a chart type, without what cannot be set yet. */
export function sectionsOf(vizType: string): ControlSection[] {
  const known = panels.get(vizType)
  if (known) return known
  const isShown = ({ kind, name }: Control) => controlKinds[kind] !== undefined && !later.test(name)
  const sections = (findChart(vizType)?.controls ?? [])
    .map((section) => ({ ...section, controls: section.controls.filter(isShown) }))
    .filter((section) => section.controls.length > 0)
  panels.set(vizType, sections)
  return sections
}

/** Every control of a chart type, also those that are not shown. */
export function rulesOf(vizType: string): Control[] {
  return (findChart(vizType)?.controls ?? []).flatMap((section) => section.controls)
}
