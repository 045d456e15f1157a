import type { ComponentType } from 'react'
import type { MessageDescriptor } from 'react-intl'
import type { FilterTraits } from '../../model/dashboardEdit/dashboardEditFilters.ts'

/** What a part of a filter's form reads and changes: control values of the type's own. */
export interface FilterFieldsProps {
  controls: Readonly<Record<string, unknown>>
  onChange: (key: string, value: unknown) => void
}

/** How a control value reads where two versions of a filter are compared. */
export interface ControlFact {
  label: MessageDescriptor
  /** by the stored value as text; without it the value itself is shown */
  values?: Readonly<Record<string, MessageDescriptor>>
}

/** What the form of a filter type needs: the default export of `settings.ts` in the type's folder. */
export interface FilterSettings extends FilterTraits {
  icon: ComponentType<{ size?: number }>
  /** It can only be chosen where a dataset of the dashboard has a temporal column. */
  needsTime?: true
  /** A remark below the fields that say what it filters. */
  note?: MessageDescriptor
  /** Its values can be sorted; `metric`: by a saved metric too. */
  sort?: 'order' | 'metric'
  /** Fields of its own below "Filter Configuration". */
  Configuration?: ComponentType<FilterFieldsProps>
  /** Fields of its own below "Filter Settings". */
  Settings?: ComponentType<FilterFieldsProps>
  /** By the key of a control value of its own. */
  facts?: Readonly<Record<string, ControlFact>>
}
