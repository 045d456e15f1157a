import type { ComponentType } from 'react'
import type { MessageDescriptor } from 'react-intl'
import type { FilterTraits } from '../../model/dashboardEdit/dashboardEditFilters.ts'

/** The props of a part of a filter's form, which edits the type's own settings. */
export interface FilterFieldsProps {
  controls: Readonly<Record<string, unknown>>
  onChange: (key: string, value: unknown) => void
}

/** The text of a setting when two versions of a filter are compared. */
export interface ControlFact {
  label: MessageDescriptor
  /** texts by the stored value; by default the value itself is shown */
  values?: Readonly<Record<string, MessageDescriptor>>
}

/** The form of a filter type: the default export of `settings.ts` in the type's folder. */
export interface FilterSettings extends FilterTraits {
  icon: ComponentType<{ size?: number }>
  /** Whether it can only be selected if a dataset of the dashboard has a temporal column. */
  needsTime?: true
  /** The feature flag that must be on for it to be offered. */
  flag?: string
  /** A note below the fields that define what it filters. */
  note?: MessageDescriptor
  /** How its values can be sorted; `metric`: also by a saved metric. */
  sort?: 'order' | 'metric'
  /** Its own fields below "Filter Configuration". */
  Configuration?: ComponentType<FilterFieldsProps>
  /** Its own fields below "Filter Settings". */
  Settings?: ComponentType<FilterFieldsProps>
  /** Texts by the key of one of its own settings. */
  facts?: Readonly<Record<string, ControlFact>>
}
