import { ChevronDown, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { Trigger, type TriggerProps } from '../overlay/Trigger.tsx'
import { SpinnerRing } from '../Spinner.tsx'
import { defineTexts, useText } from '../text.ts'
import type { SelectValue } from './options.ts'
import css from './SelectControl.module.css'
import { useFittingCount } from './useFittingCount.ts'

const texts = defineTexts('ui.selectControl', {
  clear: 'Clear all',
  remove: 'Remove {label}',
  more: '+ {count, number}...',
})

/** Maximum number of tags that are measured. */
const maxTags = 24
const moreTagWidth = 44

export interface SelectControlProps<V extends SelectValue> {
  ref: RefObject<HTMLDivElement | null>
  /** the button that opens the list; it is behind the other content and fills the box */
  trigger: Omit<TriggerProps, 'element'>
  tags: { key: string; label: string; value: V }[]
  text: string
  multiple: boolean
  wrap: boolean
  placeholder: string
  size: 'sm' | 'md'
  disabled: boolean
  invalid: boolean
  loading: boolean
  clearable: boolean
  open: boolean
  onRemove: (value: V) => void
  onClear: () => void
}

/** The closed select: the selected values, a clear button, and the button that opens the list. */
export function SelectControl<V extends SelectValue>({ ref, ...props }: SelectControlProps<V>) {
  const { tags, multiple, disabled } = props
  const t = useText()
  const rowRef = useRef<HTMLDivElement>(null)
  const measured = tags.slice(0, maxTags)
  const fitting = useFittingCount(rowRef, measured.length, moreTagWidth)
  const shown = props.wrap ? tags.length : fitting
  const hidden = tags.length - shown
  const hasValue = tags.length > 0

  return (
    <div
      ref={ref}
      className={classes(
        css.control,
        css[props.size],
        props.wrap && css.wrap,
        props.open && css.open,
        disabled && css.off,
        props.invalid && css.invalid,
      )}
    >
      <Trigger
        {...props.trigger}
        element={
          <button type="button" className={css.cover} disabled={disabled}>
            {props.text}
          </button>
        }
      />
      <div className={css.content} ref={rowRef}>
        {hasValue ? null : <span className={css.placeholder}>{props.placeholder}</span>}
        {!multiple && hasValue ? (
          <span className={css.single} dir="auto">
            {tags[0]?.label}
          </span>
        ) : null}
        {multiple
          ? (props.wrap ? tags : measured).map((tag, index) => (
              <span key={tag.key} data-fit="" className={classes(css.tag, index >= shown && css.hidden)}>
                <span className={css.tagLabel} dir="auto">
                  {tag.label}
                </span>
                {disabled ? null : (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={t(texts.remove, { label: tag.label })}
                    onClick={() => props.onRemove(tag.value)}
                  >
                    <X size={12} />
                  </button>
                )}
              </span>
            ))
          : null}
        {multiple && hidden > 0 ? <span className={css.tag}>{t(texts.more, { count: hidden })}</span> : null}
      </div>
      {props.clearable && hasValue && !disabled ? (
        <button type="button" className={css.clear} aria-label={t(texts.clear)} onClick={props.onClear}>
          <X size={14} />
        </button>
      ) : null}
      <span className={css.arrow}>{props.loading ? <SpinnerRing /> : <ChevronDown size={14} />}</span>
    </div>
  )
}
