import type { ChartParts } from '../../../../charts/exploreFormData.ts'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import { controlKinds } from '../../../controls/index.ts'

/** A section with its English label, which identifies it. */
export interface PanelSection extends ControlSection {
  id: string
}

interface Panel {
  sections: PanelSection[]
  /** the function that translated the sections */
  plain: (text: string) => string
}

/** the parts of a type -> its panel; the same object each time, to avoid rendering again */
const panels = new WeakMap<ChartParts, Panel>()

const none: PanelSection[] = []
const asIs = (text: string) => text

/** The control panel of a chart type in the reader's language, without unsupported controls. */
export function sectionsOf(parts: ChartParts | undefined, plain: (text: string) => string = asIs): PanelSection[] {
  if (parts === undefined) return none
  const known = panels.get(parts)
  if (known?.plain === plain) return known.sections
  const isShown = ({ kind, name }: Control) =>
    controlKinds[kind] !== undefined && (parts.chart.forecast === true || !name.startsWith('forecast'))
  const sections = parts.controls
    .map((section) => ({
      ...section,
      id: section.label,
      label: plain(section.label),
      controls: section.controls.filter(isShown).map((control) => inLanguage(control, plain)),
    }))
    .filter((section) => section.controls.length > 0)
  panels.set(parts, { sections, plain })
  return sections
}

function inLanguage(control: Control, plain: (text: string) => string): Control {
  const { label, labelIn, description, heading, choices } = control
  return {
    ...control,
    label: plain(label),
    labelIn: labelIn && ((form) => plain(labelIn(form))),
    description: description && plain(description),
    heading: heading && plain(heading),
    choices: choices?.map(([value, name]) => [value, plain(name)]),
  }
}

/** Every control of a chart type, including hidden ones. */
export function rulesOf(parts: ChartParts | undefined): Control[] {
  return (parts?.controls ?? []).flatMap((section) => section.controls)
}
