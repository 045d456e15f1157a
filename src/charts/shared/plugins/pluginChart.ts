import type { QueryObject } from '../../../model/query/queryObject.ts'
import type { BuildQueryInput, DrawInput } from '../contract.ts'
import type { ControlSection } from '../controls.ts'

type Form = Record<string, unknown>

/** The input of a plugin's drawing; `title` is the chart's name, for screen readers. */
type PluginInput = DrawInput<Form> & { title: string }

/** The export `chart` of a plugin's script: a chart type. */
export interface PluginChart {
  description?: string
  /** Its category in the gallery. */
  category?: string
  tags?: string[]
  controls: ControlSection[]
  buildQuery(input: BuildQueryInput<Form>): QueryObject[]
  /**
   * Draws into an empty element of the size in `input`; called again when the input changes. Returns a function that
   * ends the drawing, if cleanup is needed.
   */
  draw(element: HTMLElement, input: PluginInput): (() => void) | undefined
}

/** The folder of a plugin type is the address of its script. */
export const isPluginFolder = (folder: string): boolean => folder.startsWith('/')
