import { type RefObject, useId, useRef } from 'react'
import { lazyOverlay } from '../overlay/lazyOverlay.tsx'
import { Trigger, type TriggerProps } from '../overlay/Trigger.tsx'
import { defineTexts, useText } from '../text.ts'
import { chosenAfter, type SelectOption, type SelectValue } from './options.ts'
import css from './Select.module.css'
import { SelectControl } from './SelectControl.tsx'
import { SelectList } from './SelectList.tsx'
import { SelectSearch } from './SelectSearch.tsx'
import type { CommonProps, SelectBaseProps } from './selectProps.ts'
import { useOpenList } from './useOpenList.ts'
import { usePastedValues } from './usePastedValues.ts'
import { useSelectKeys } from './useSelectKeys.ts'
import { useSelectRows } from './useSelectRows.ts'

export type { SelectOption, SelectValue } from './options.ts'
export type { LoadOptions } from './useOptionPages.ts'

const texts = defineTexts('ui.select', { placeholder: 'Select ...' })

export interface SelectProps<V extends SelectValue> extends CommonProps<V> {
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export interface MultiSelectProps<V extends SelectValue> extends CommonProps<V> {
  value: readonly V[]
  onChange: (value: V[]) => void
  /** all tags on as many lines as needed; one line with "+ n..." by default */
  wrap?: boolean
}

/** Selects one value. */
export function Select<V extends SelectValue>({ value, onChange, ...rest }: SelectProps<V>) {
  return (
    <SelectBase
      {...rest}
      multiple={false}
      chosen={value === undefined ? [] : [value]}
      onChosen={(chosen) => onChange(chosen[0])}
    />
  )
}

/** Selects any number of values; pasted lists are split. */
export function MultiSelect<V extends SelectValue>({ value, onChange, ...rest }: MultiSelectProps<V>) {
  return <SelectBase {...rest} multiple chosen={value} onChosen={onChange} />
}

const PopoverPopup = lazyOverlay('PopoverPopup')

/** Short fixed lists need no search field. */
const searchAbove = 8

/** The field, and its list while that is open. */
function SelectBase<V extends SelectValue>(props: SelectBaseProps<V>) {
  const { label, load, multiple, chosen, onChosen, options = [] } = props
  const searchRef = useRef<HTMLInputElement>(null)
  const controlRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<Element>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const listId = useId()
  const list = useOpenList(props)
  const rows = useSelectRows(props, list)
  // in the field, not in the list: pending lookups continue when the list is closed
  const choosePasted = usePastedValues(props, rows.offered)
  const isSearchable =
    props.searchable ?? (load !== undefined || props.allowNew || list.openedEmpty || options.length > searchAbove)

  function choose(option: SelectOption) {
    onChosen(chosenAfter(option, { chosen, multiple, choosable: rows.choosable }))
    if (!multiple) list.setOpen(false)
    else if (rows.isNew) list.changeSearch('')
  }
  const { onKeyDown, onTriggerKeyDown } = useSelectKeys(props, list, rows, { isSearchable, choose })

  const trigger = {
    anchor: triggerRef,
    isOpen: list.isOpen,
    popup: 'listbox',
    onToggle: () => list.setOpen(!list.isOpen),
    attributes: {
      id: props.id,
      role: 'combobox',
      'aria-label': label,
      'aria-controls': list.isOpen ? listId : undefined,
      'aria-invalid': props.invalid || undefined,
      onKeyDown: onTriggerKeyDown,
    },
  } as const
  return (
    <>
      <SelectField {...props} ref={controlRef} triggerProps={trigger} labelOf={rows.labelOf} loading={rows.isLoading} />
      {list.isOpen ? (
        <PopoverPopup
          anchor={props.trigger ? triggerRef : controlRef}
          trigger={triggerRef}
          onClose={() => list.setOpen(false)}
          className={css.popup}
          label={label}
          initialFocus={isSearchable ? searchRef : listRef}
          onKeyDown={onKeyDown}
        >
          {isSearchable ? (
            <SelectSearch
              {...props}
              ref={searchRef}
              listId={listId}
              list={list}
              rows={rows}
              onPasteList={(parts) => void choosePasted(parts)}
            />
          ) : null}
          <SelectList
            ref={listRef}
            id={listId}
            label={label}
            rows={rows}
            chosen={chosen}
            multiple={multiple}
            focusable={!isSearchable}
            emptyText={props.emptyText}
            onActive={list.moveTo}
            onChoose={choose}
          />
        </PopoverPopup>
      ) : null}
    </>
  )
}

interface SelectFieldProps<V extends SelectValue> extends SelectBaseProps<V> {
  ref: RefObject<HTMLDivElement | null>
  triggerProps: Omit<TriggerProps, 'element'>
  labelOf: (value: V) => string
}

/** The closed select: the field, or an element of the caller that opens the list. */
function SelectField<V extends SelectValue>({ ref, triggerProps, labelOf, ...props }: SelectFieldProps<V>) {
  const { chosen, onChosen, multiple } = props
  const t = useText()
  const text = chosen.map(labelOf).join(', ')
  if (props.trigger) return <Trigger {...triggerProps} element={props.trigger(text)} />
  return (
    <SelectControl
      ref={ref}
      trigger={triggerProps}
      tags={chosen.map((value) => ({ key: `${typeof value}:${String(value)}`, label: labelOf(value), value }))}
      text={text}
      multiple={multiple}
      wrap={props.wrap ?? false}
      placeholder={props.placeholder ?? t(texts.placeholder)}
      size={props.size ?? 'sm'}
      disabled={props.disabled ?? false}
      invalid={props.invalid ?? false}
      loading={props.loading ?? false}
      clearable={props.clearable ?? multiple}
      open={triggerProps.isOpen}
      onRemove={(value) => onChosen(chosen.filter((each) => each !== value))}
      onClear={() => onChosen([])}
    />
  )
}
