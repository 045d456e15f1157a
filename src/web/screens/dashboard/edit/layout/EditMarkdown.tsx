import { Eye, Pencil } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { LayoutNode } from '../../../../../model/dashboard/layout.ts'
import { changeMeta } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { CodeField } from '../../../../ui/code/CodeField.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { MarkdownBlock } from '../../layout/MarkdownBlock.tsx'
import { useEditor } from '../editStore.ts'
import { EditItem } from './EditItem.tsx'
import css from './EditMarkdown.module.css'

const texts = defineTexts('dashboard.edit.markdown', {
  edit: 'Edit text',
  preview: 'Preview',
  source: 'Markdown',
})

interface EditMarkdownProps {
  node: LayoutNode
  columns: number
  className: string | undefined
  style: CSSProperties
  handles: ReactNode
}

/**
 * A text tile in edit mode: a click opens its Markdown in place, next to a preview if there is room. When the field
 * loses the focus, the text is kept.
 */
export function EditMarkdown({ node, columns, className, style, handles }: EditMarkdownProps) {
  const t = useText()
  const editor = useEditor()
  const [draft, setDraft] = useState<string>()
  const code = node.meta.code ?? ''
  const isEditing = draft !== undefined

  function keep() {
    if (draft !== undefined && draft !== code) editor.apply(changeMeta(editor.position(), node.id, { code: draft }))
    setDraft(undefined)
  }

  return (
    <EditItem
      node={node}
      columns={columns}
      className={className}
      style={style}
      resizable={handles}
      toolbar={
        <IconButton
          size="xs"
          tooltip={false}
          data-edit-start=""
          label={t(isEditing ? texts.preview : texts.edit)}
          icon={isEditing ? <Eye size={14} /> : <Pencil size={14} />}
          // keeps the focus in the field: losing it would save the text and turn this button into "edit" too early
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (isEditing ? keep() : setDraft(code))}
        />
      }
    >
      {isEditing ? (
        <div className={css.place}>
          <div className={css.split}>
            <CodeField
              label={t(texts.source)}
              language="markdown"
              fill
              autoFocus
              value={draft}
              onChange={setDraft}
              onBlur={keep}
              onEscape={() => setDraft(undefined)}
            />
            <section className={css.preview} aria-label={t(texts.preview)}>
              <MarkdownBlock code={draft} isEdited />
            </section>
          </div>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard has the button of the toolbar
        <div
          className={css.text}
          onClick={(event) => {
            event.preventDefault()
            setDraft(code)
          }}
        >
          <MarkdownBlock code={code} isEdited />
        </div>
      )}
    </EditItem>
  )
}
