import { CircleAlert, Info } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Tooltip } from '../ui/Tooltip.tsx'
import css from './ControlField.module.css'
import type { ControlProps } from './source.ts'

/** A control under its label, with what is wrong with it. */
export function ControlField({
  control,
  errors,
  htmlFor,
  children,
}: Pick<ControlProps, 'control' | 'errors'> & { htmlFor?: string; children: ReactNode }) {
  const labelId = useId()
  return (
    <div
      className={css.field}
      role={htmlFor === undefined ? 'group' : undefined}
      aria-labelledby={htmlFor === undefined ? labelId : undefined}
    >
      <label className={css.label} id={labelId} htmlFor={htmlFor}>
        {control.label}
        {control.required ? (
          <span className={css.required} aria-hidden="true">
            *
          </span>
        ) : null}
        {control.description === undefined ? null : (
          <Tooltip text={control.description}>
            <span className={css.info} role="img" aria-label={control.description}>
              <Info size={12} />
            </span>
          </Tooltip>
        )}
        {errors.length > 0 ? (
          <Tooltip text={errors.join(' ')}>
            <span className={css.error} role="img" aria-label={errors.join(' ')}>
              <CircleAlert size={12} />
            </span>
          </Tooltip>
        ) : null}
      </label>
      {children}
    </div>
  )
}
