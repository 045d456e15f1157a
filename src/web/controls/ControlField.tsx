import { CircleAlert, Info } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { usePlainText } from '../ui/text.ts'
import css from './ControlField.module.css'
import type { ControlProps } from './source.ts'

/** A control with its label and its errors. */
export function ControlField({
  control,
  errors,
  htmlFor,
  children,
}: Pick<ControlProps, 'control' | 'errors'> & { htmlFor?: string; children: ReactNode }) {
  const labelId = useId()
  const plain = usePlainText()
  const isWrong = errors.length > 0
  // a description is announced only for an element with a role
  const isGroup = htmlFor === undefined || isWrong
  return (
    <div
      className={css.field}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? labelId : undefined}
      aria-describedby={isWrong ? `${labelId}-complaint` : undefined}
    >
      <label className={css.label} id={labelId} htmlFor={htmlFor}>
        {control.label}
        {control.required ? (
          <span className={css.required} aria-hidden="true">
            *
          </span>
        ) : null}
        <ControlInfo description={control.description} />
        {isWrong ? <CircleAlert size={12} className={css.error} aria-hidden="true" /> : null}
      </label>
      {children}
      {isWrong ? (
        <p className={css.complaint} id={`${labelId}-complaint`}>
          {errors.map(plain).join(' ')}
        </p>
      ) : null}
    </div>
  )
}

/** A control that contains its label, with its description. */
export function DescribedControl({ description, children }: { description: string | undefined; children: ReactNode }) {
  return (
    <div className={css.described}>
      {children}
      <ControlInfo description={description} />
    </div>
  )
}

/** The description of a control, for pointer and screen reader users. */
function ControlInfo({ description }: { description: string | undefined }) {
  if (description === undefined) return null
  return (
    <LabelledIcon label={description} tooltip={description} className={css.info}>
      <Info size={12} />
    </LabelledIcon>
  )
}
