import type { GenericType } from '../../model/dataset/dataset.ts'

/**
 * A control of explore, as data. `kind` is the name of a folder in web/controls; `query` false: changing it only
 * redraws.
 */
export interface Control {
  name: string
  kind: string
  label: string
  /** the label, if it depends on other controls */
  labelIn?: (formData: Record<string, unknown>) => string
  description?: string
  /** a heading above it, if it is the first of several controls of one subject in a section */
  heading?: string
  default?: unknown
  /** the default, if it depends on other controls */
  valueIn?: (formData: Record<string, unknown>) => unknown
  required?: boolean
  query: boolean
  /** for a list of columns: a new chart starts with the dataset's main time column */
  startsWithTime?: true
  /** a change runs the query at once if the chart was up to date */
  runsAtOnce?: true
  choices?: [value: unknown, label: string][]
  /** the columns of the dataset are listed after the choices */
  offersColumns?: true
  min?: number
  max?: number
  step?: number
  /** for saved charts: how many can be selected; absent: any number */
  most?: number
  /** for saved charts: which ones are offered */
  chartFilters?: { col: string; opr: string; value: string }[]
  /** whether users may type other values */
  freeForm?: boolean
  /** for a code editor */
  language?: 'css' | 'html'
  /** `columnTypes`: the types of the dataset's columns, if known */
  visible?: (formData: Record<string, unknown>, columnTypes?: Record<string, GenericType>) => boolean
}

export interface ControlSection {
  label: string
  tab: 'data' | 'customize'
  expanded?: boolean
  controls: Control[]
}
