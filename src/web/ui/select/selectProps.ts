import type { TriggerElement } from '../overlay/Trigger.tsx'
import type { SelectOption, SelectValue } from './options.ts'
import type { LoadOptions } from './useOptionPages.ts'

export interface CommonProps<V extends SelectValue> {
  /** its name for screen readers; use a Field around it for a visible label */
  label: string
  id?: string
  options?: readonly SelectOption<V>[]
  /** instead of options: pages of entries from the server; must be stable */
  load?: LoadOptions<V>
  /** labels of values that the list has not loaded yet */
  labelOf?: (value: V) => string | undefined
  placeholder?: string
  emptyText?: string
  disabled?: boolean
  /** shows a spinner in place of the arrow */
  loading?: boolean
  invalid?: boolean
  size?: 'sm' | 'md'
  clearable?: boolean
  searchable?: boolean
  /** other values may be typed */
  allowNew?: boolean
  /** the label of a typed value that would create something; the text by default */
  newLabel?: (typed: string) => string
  /** instead of the field: an element that opens the list */
  trigger?: (text: string) => TriggerElement
}

export interface SelectBaseProps<V extends SelectValue> extends CommonProps<V> {
  multiple: boolean
  wrap?: boolean
  chosen: readonly V[]
  onChosen: (chosen: V[]) => void
}
