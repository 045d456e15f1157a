import type { GenericType } from '../../model/dataset/dataset.ts'

/** A control of explore, as data. `kind` names a folder of web/controls; `query` false: changing it only redraws. */
export interface Control {
  name: string
  kind: string
  label: string
  /** the label where it depends on the other controls */
  labelIn?: (formData: Record<string, unknown>) => string
  description?: string
  default?: unknown
  /** what a missing value comes down to, where that depends on the other controls */
  valueIn?: (formData: Record<string, unknown>) => unknown
  required?: boolean
  query: boolean
  choices?: [value: unknown, label: string][]
  min?: number
  max?: number
  step?: number
  /** may the user type a value that is not offered */
  freeForm?: boolean
  /** `columnTypes`: the dataset's, where they are known */
  visible?: (formData: Record<string, unknown>, columnTypes?: Record<string, GenericType>) => boolean
}

export interface ControlSection {
  label: string
  tab: 'data' | 'customize'
  expanded?: boolean
  controls: Control[]
}
