import type { Control } from '../../../../charts/shared/controls.ts'
import { controlComponent } from '../../../controls/index.ts'
import { useExplore } from '../state/exploreContext.ts'
import css from './ControlPanel.module.css'

const none: readonly string[] = []

/** Short values stand two in a row. */
const narrow = new Set(['number'])

/** One control with its value from the form. */
export function ControlRow({ control }: { control: Control }) {
  const { form, errors, dispatch } = useExplore()
  const Component = controlComponent(control)
  if (!Component) return null
  const isNarrow = narrow.has(control.kind) || (control.kind === 'select' && /limit|periods/.test(control.name))
  return (
    <div className={isNarrow ? css.narrow : css.wide}>
      <Component
        control={control}
        value={form[control.name]}
        errors={errors[control.name] ?? none}
        onChange={(value) => dispatch({ type: 'changed', controls: { [control.name]: value } })}
      />
    </div>
  )
}
