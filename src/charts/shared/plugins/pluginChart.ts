import type { QueryObject } from '../../../model/query/queryObject.ts'
import type { BuildQueryInput, DrawInput } from '../contract.ts'
import type { ControlSection } from '../controls.ts'

type Form = Record<string, unknown>

/** What a plugin draws with; `title` is the chart's name, for screen readers. */
type PluginInput = DrawInput<Form> & { title: string }

/** The export `chart` of a plugin's script: a chart type of its own. */
export interface PluginChart {
  description?: string
  /** Its category in the gallery. */
  category?: string
  tags?: string[]
  controls: ControlSection[]
  buildQuery(input: BuildQueryInput<Form>): QueryObject[]
  /**
   * Draws into an empty element of the size in `input`; called again when anything of it changes. Returns what ends
   * the drawing, if something must be ended.
   */
  draw(element: HTMLElement, input: PluginInput): (() => void) | undefined
}

/** The folder of a type is the address of its script if the type is a plugin. */
export const isPluginFolder = (folder: string): boolean => folder.startsWith('/')
