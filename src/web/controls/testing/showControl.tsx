import type { UserEvent } from '@testing-library/user-event'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type Mock, vi } from 'vitest'
import type { Control } from '../../../charts/shared/controls.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../../model/explore/exploreState.ts'
import type { ExploreColumn, ExploreDataset } from '../../api/explore.ts'
import { show } from '../../ui/testing/show.tsx'
import { ControlFormProvider, type ControlProps, type ControlSource, ControlSourceProvider } from '../source.ts'

const column = (column_name: string, type_generic: GenericType, more: Partial<ExploreColumn> = {}) =>
  ({
    column_name,
    verbose_name: null,
    expression: null,
    filterable: true,
    groupby: true,
    is_dttm: type_generic === GenericType.temporal,
    type: null,
    type_generic,
    ...more,
  }) as ExploreColumn

/** A dataset that does not exist on a server: nothing is requested for it. */
export const sales = {
  id: null,
  name: 'sales',
  main_dttm_col: 'day',
  verbose_map: { region: 'Region' },
  column_formats: {},
  database: { id: 1, backend: 'duckdb' },
  columns: [
    column('day', GenericType.temporal),
    column('region', GenericType.string, { verbose_name: 'Region' }),
    column('amount', GenericType.numeric),
    column('tax', GenericType.numeric, { expression: 'amount * 0.2' }),
  ],
  metrics: [{ metric_name: 'count', verbose_name: null, expression: 'COUNT(*)' }],
} as unknown as ExploreDataset

interface Around {
  dataset?: ExploreDataset
  /** the other values of the panel */
  form?: ExploreForm
  /** an item of the source panel that was sent to a control */
  sent?: ControlSource['sent']
}

/** Renders parts of controls with a dataset around them. */
export const showWithDataset = (parts: ReactNode, { dataset = sales, form = {}, sent }: Around = {}): UserEvent =>
  show(
    <ControlSourceProvider value={{ dataset, sent }}>
      <ControlFormProvider value={form}>{parts}</ControlFormProvider>
    </ControlSourceProvider>,
  )

interface Shown {
  user: UserEvent
  /** called with every new value */
  onChange: Mock<(value: unknown) => void>
}

/** A control with its value as state, as in the panel. */
export function showControl(
  Part: ComponentType<ControlProps>,
  given: { control?: Partial<Control>; value?: unknown; errors?: string[] } & Around = {},
): Shown {
  const onChange = vi.fn<(value: unknown) => void>()
  const control: Control = { name: 'field', kind: 'text', label: 'Field', query: true, ...given.control }
  function Held() {
    const [value, setValue] = useState(given.value)
    return (
      <Part
        control={control}
        value={value}
        errors={given.errors ?? []}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
    )
  }
  return { user: showWithDataset(<Held />, given), onChange }
}
