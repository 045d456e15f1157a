import type { TriggerElement } from '../overlay/Trigger.tsx'
import type { SelectOption, SelectValue } from './options.ts'
import type { LoadOptions } from './useOptionPages.ts'

export interface CommonProps<V extends SelectValue> {
  /** its name for those who do not see it; put a Field around it for a visible label */
  label: string
  id?: string
  options?: readonly SelectOption<V>[]
  /** instead of options: pages of entries from elsewhere; must be stable */
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
  /** values that are not offered may be typed */
  allowNew?: boolean
  /** how a typed value is offered where it would make something; the bare text otherwise */
  newLabel?: (typed: string) => string
  /** instead of the field: one element that opens the list */
  trigger?: (text: string) => TriggerElement
}

export interface SelectBaseProps<V extends SelectValue> extends CommonProps<V> {
  multiple: boolean
  wrap?: boolean
  chosen: readonly V[]
  onChosen: (chosen: V[]) => void
}
