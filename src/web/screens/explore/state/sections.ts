import { findChart } from '../../../../charts/index.ts'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import { controlKinds } from '../../../controls/index.ts'

/** Controls that are not supported yet; their saved values are kept. */
const later = /^forecast/

/** chart type -> its panel; always the same object, so that nothing is rendered again because of it */
const panels = new Map<string, ControlSection[]>()

/** The control panel of a chart type, without unsupported controls. */
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

/** Every control of a chart type, including hidden ones. */
export function rulesOf(vizType: string): Control[] {
  return (findChart(vizType)?.controls ?? []).flatMap((section) => section.controls)
}
