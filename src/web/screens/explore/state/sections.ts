import type { ChartParts } from '../../../../charts/exploreFormData.ts'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import { controlKinds } from '../../../controls/index.ts'

/** the parts of a type -> its panel; always the same object, so that nothing is rendered again because of it */
const panels = new WeakMap<ChartParts, ControlSection[]>()

const none: ControlSection[] = []

/** The control panel of a chart type, without unsupported controls. */
export function sectionsOf(parts: ChartParts | undefined): ControlSection[] {
  if (parts === undefined) return none
  const known = panels.get(parts)
  if (known) return known
  const isShown = ({ kind, name }: Control) =>
    controlKinds[kind] !== undefined && (parts.chart.forecast === true || !name.startsWith('forecast'))
  const sections = parts.controls
    .map((section) => ({ ...section, controls: section.controls.filter(isShown) }))
    .filter((section) => section.controls.length > 0)
  panels.set(parts, sections)
  return sections
}

/** Every control of a chart type, including hidden ones. */
export function rulesOf(parts: ChartParts | undefined): Control[] {
  return (parts?.controls ?? []).flatMap((section) => section.controls)
}
