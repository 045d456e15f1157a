import { findChart } from '../../../../charts/index.ts'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import { controlKinds } from '../../../controls/index.ts'

/** Controls that come with a later version; their saved values stay as they are. */
const later = /^forecast/

/** The control panel of a chart type, without what cannot be set yet. */
export function sectionsOf(vizType: string): ControlSection[] {
  return (findChart(vizType)?.controls ?? [])
    .map((section) => ({
      ...section,
      controls: section.controls.filter(
        (control) => controlKinds[control.kind] !== undefined && !later.test(control.name),
      ),
    }))
    .filter((section) => section.controls.length > 0)
}

/** Every control of a chart type, also those that are not shown. */
export function rulesOf(vizType: string): Control[] {
  return (findChart(vizType)?.controls ?? []).flatMap((section) => section.controls)
}
