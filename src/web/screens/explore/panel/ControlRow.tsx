import type { Control } from '../../../../charts/shared/controls.ts'
import type { ExploreForm } from '../../../../model/exploreState.ts'
import type { QueryColumn } from '../../../../model/queryObject.ts'
import type { ExploreDataset } from '../../../api/explore.ts'
import { controlKinds } from '../../../controls/index.ts'
import { listOf } from '../../../controls/listEdits.ts'
import { findColumn } from '../../../controls/source.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ControlPanel.module.css'

const none: readonly string[] = []

/** Short values stand two in a row. */
const narrow = new Set(['number'])

/** One control with its value from the form. */
export function ControlRow({ control }: { control: Control }) {
  const { form, errors, dispatch, dataset } = useExplore()
  const Component = controlKinds[control.kind]
  if (!Component || (control.kind === 'timeGrain' && !takesGrain(form, dataset))) return null
  const isNarrow = narrow.has(control.kind) || (control.kind === 'select' && /limit|periods/.test(control.name))
  return (
    <div className={isNarrow ? css.narrow : css.wide}>
      <Component
        control={control.labelIn ? { ...control, label: control.labelIn(form) } : control}
        value={form[control.name]}
        errors={errors[control.name] ?? none}
        onChange={(value) => dispatch({ type: 'changed', controls: { [control.name]: value } })}
      />
    </div>
  )
}

/** Only times have a grain; what an SQL column gives is not known. */
function takesGrain(form: ExploreForm, dataset: ExploreDataset): boolean {
  const columns = listOf<QueryColumn>(form['x_axis'] ?? form['groupby'])
  return columns.some((column) => typeof column !== 'string' || findColumn(dataset, column)?.is_dttm === true)
}
