import { type Dispatch, memo, useMemo, useState } from 'react'
import type { Control } from '../../../../charts/shared/controls.ts'
import { culpritsOf } from '../../../../model/errors/culprit.ts'
import type { ExploreAction, ExploreForm } from '../../../../model/explore/exploreState.ts'
import type { QueryColumn } from '../../../../model/query/queryObject.ts'
import type { ExploreDataset } from '../../../api/explore.ts'
import { controlKinds } from '../../../controls/index.ts'
import { listOf } from '../../../controls/listEdits.ts'
import { findColumn } from '../../../controls/source.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'
import { faultsOf } from '../state/faults.ts'
import { AxisQuestion } from './AxisQuestion.tsx'
import css from './ControlPanel.module.css'

const texts = defineTexts('explore.control', { refused: '“{name}” does not work' })

const none: readonly string[] = []

/** Controls with short values are placed two in a row. */
const narrow = new Set(['number'])

/** One control with its value from the form. */
export function ControlRow({ control }: { control: Control }) {
  const { form, errors, isNew, dispatch, dataset } = useExplore()
  const refused = useRefused(control)
  const [picked, setPicked] = useState<unknown>()
  if (control.kind === 'timeGrain' && !takesGrain(form, dataset)) return null
  const isAxis = control.name === 'x_axis'
  return (
    <>
      <Row
        control={control}
        label={control.labelIn?.(form) ?? control.label}
        value={form[control.name] ?? control.valueIn?.(form)}
        errors={errors[control.name] ?? refused}
        isNew={isNew && errors[control.name] !== undefined}
        dispatch={dispatch}
        onPick={isAxis ? setPicked : undefined}
      />
      {isAxis ? <AxisQuestion axis={picked} onDone={() => setPicked(undefined)} /> : null}
    </>
  )
}

interface RowProps {
  control: Control
  label: string
  value: unknown
  errors: readonly string[]
  /** whether the form was never complete: missing values are not marked as errors */
  isNew: boolean
  dispatch: Dispatch<ExploreAction>
  /** called with every new value */
  onPick?: (value: unknown) => void
}

/** Rendered again only if its own value, label or errors change. */
const Row = memo(function Row({ control, label, value, errors, isNew, dispatch, onPick }: RowProps) {
  const Component = controlKinds[control.kind]
  if (!Component) return null
  const isNarrow = narrow.has(control.kind) || (control.kind === 'select' && /limit|periods/.test(control.name))
  return (
    <div className={isNarrow ? css.narrow : css.wide} data-fault={isNew ? 'new' : undefined}>
      <Component
        control={label === control.label ? control : { ...control, label }}
        value={value}
        errors={errors}
        onChange={(next) => {
          dispatch({ type: 'changed', controls: { [control.name]: next } })
          onPick?.(next)
        }}
      />
    </div>
  )
})

/** The error of the last run about a control's value, until the value changes. */
function useRefused(control: Control): readonly string[] {
  const t = useText()
  const { form } = useExplore()
  const { error, phase } = useExploreRun().run
  const value = form[control.name]
  return useMemo(() => {
    if (phase !== 'failed' || error === undefined) return none
    const faults = faultsOf({ [control.name]: value }, [control], culpritsOf(error.extra))
    return faults.length === 0 ? none : faults.map(({ name }) => t(texts.refused, { name }))
  }, [phase, error, control, value, t])
}

/** Whether a time grain applies: to a temporal column, or to an SQL column, whose type is unknown. */
function takesGrain(form: ExploreForm, dataset: ExploreDataset): boolean {
  const columns = listOf<QueryColumn>(form['x_axis'] ?? form['groupby'])
  return columns.some((column) => typeof column !== 'string' || findColumn(dataset, column)?.is_dttm === true)
}
