import type { TriggerElement } from '../overlay/Trigger.tsx'
import type { SelectOption, SelectValue } from './options.ts'
import type { LoadOptions } from './useOptionPages.ts'

export interface CommonProps<V extends SelectValue> {
  /** its accessible name; use a Field around it for a visible label */
  label: string
  id?: string
  options?: readonly SelectOption<V>[]
  /** instead of options: pages of entries from the server; must be stable */
  load?: LoadOptions<V>
  /** labels of values that are not in the loaded part of the list */
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
  /** whether users may type other values */
  allowNew?: boolean
  /** the label of a typed value that would create something; by default the text */
  newLabel?: (typed: string) => string
  /** replaces the field: an element that opens the list */
  trigger?: (text: string) => TriggerElement
}

export interface SelectBaseProps<V extends SelectValue> extends CommonProps<V> {
  multiple: boolean
  wrap?: boolean
  chosen: readonly V[]
  onChosen: (chosen: V[]) => void
}
