import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type IconKind, TypeIcon } from '../controls/TypeIcon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Cell, Row } from '../ui/Table.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetEditor.module.css'

const texts = defineTexts('datasetEditor.item', {
  open: 'Details of {name}',
  unnamed: 'the new entry',
  remove: 'Remove {name}',
})

export interface ItemRowProps {
  name: string
  placeholder: string
  icon: IconKind
  isOpen: boolean
  /** whether something in it is invalid */
  isWrong: boolean
  onToggle: () => void
  onRemove: () => void
  /** cells between the name and the delete button */
  children: ReactNode
  /** number of columns of the table */
  span: number
  /** rendered only while it is open */
  details: () => ReactNode
}

/** A column or metric in one line; its details open below. */
export function ItemRow({ name, placeholder, icon, isOpen, isWrong, onToggle, onRemove, ...props }: ItemRowProps) {
  const t = useText()
  const id = useId()
  const called = name || t(texts.unnamed)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <Row data-wrong={isWrong || undefined} className={css.item}>
        <Cell>
          <button
            type="button"
            className={css.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t(texts.open, { name: called })}
            title={name}
            onClick={onToggle}
          >
            <Chevron size={14} />
            <TypeIcon kind={icon} />
            <span className={name === '' ? css.unnamed : css.name}>{name || placeholder}</span>
          </button>
        </Cell>
        {props.children}
        <Cell className={css.bin}>
          <IconButton
            size="xs"
            label={t(texts.remove, { name: called })}
            icon={<Trash2 size={14} />}
            onClick={onRemove}
          />
        </Cell>
      </Row>
      {isOpen ? (
        <tr id={id}>
          <td className={css.detailCell} colSpan={props.span}>
            <div className={css.details}>{props.details()}</div>
          </td>
        </tr>
      ) : null}
    </>
  )
}
