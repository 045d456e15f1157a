import { Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { isEnter } from '../ui/isEnter.ts'
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './EditorFrame.module.css'

const texts = defineTexts('control.editor', {
  close: 'Close',
  dismiss: 'Close without saving',
  save: 'Save',
  editLabel: 'Click to edit label',
  label: 'Label',
})

export interface EditorTab {
  value: string
  label: string
  /** why it is disabled */
  disabledReason?: string
  content: ReactNode
}

export interface EditorFrameProps {
  title: string
  /** present if the title is editable */
  onTitle?: (title: string) => void
  tabs: EditorTab[]
  tab: string
  onTab: (tab: string) => void
  canSave: boolean
  onSave: () => void
  onClose: () => void
  /** next to the buttons, for example a preview */
  note?: ReactNode
}

/** The popover to edit one value of a control: title, tabs, Close and Save. */
export function EditorFrame(props: EditorFrameProps) {
  const { title, onTitle, tabs, tab, onTab, canSave, onSave, onClose } = props
  const t = useText()
  return (
    <form
      className={css.frame}
      aria-label={title}
      data-editor=""
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (canSave) onSave()
      }}
    >
      <div className={css.head}>
        <EditableTitle title={title} onTitle={onTitle} />
        <IconButton size="xs" tooltip={false} label={t(texts.dismiss)} icon={<X size={14} />} onClick={onClose} />
      </div>
      <Tabs value={tab} onChange={onTab}>
        <TabList label={title} className={css.tabs}>
          {tabs.map(({ value, label, disabledReason }) => {
            const face = (
              <Tab key={value} value={value} disabled={disabledReason !== undefined} title={disabledReason}>
                {label}
              </Tab>
            )
            return disabledReason === undefined ? (
              face
            ) : (
              <Tooltip key={value} text={disabledReason}>
                {face}
              </Tooltip>
            )
          })}
        </TabList>
        {tabs.map(({ value, content }) => (
          <TabPanel key={value} value={value} className={css.body}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
      <footer className={css.foot}>
        {props.note}
        <Button size="sm" onClick={onClose}>
          {t(texts.close)}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!canSave}>
          {t(texts.save)}
        </Button>
      </footer>
    </form>
  )
}

function EditableTitle({ title, onTitle }: Pick<EditorFrameProps, 'title' | 'onTitle'>) {
  const t = useText()
  const [draft, setDraft] = useState<string>()
  if (!onTitle) return <h2 className={css.title}>{title}</h2>
  if (draft === undefined) {
    return (
      <Tooltip text={t(texts.editLabel)}>
        <button type="button" className={css.titleButton} onClick={() => setDraft(title)}>
          <span className={css.title}>{title}</span>
          <Pencil size={13} />
        </button>
      </Tooltip>
    )
  }
  const commit = () => {
    onTitle(draft)
    setDraft(undefined)
  }
  return (
    <TextField
      hideLabel
      label={t(texts.label)}
      className={css.titleField}
      // the user has just asked to edit the title
      autoFocus
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isEnter(event)) {
          event.preventDefault()
          commit()
        } else if (event.key === 'Escape') {
          event.stopPropagation()
          setDraft(undefined)
        }
      }}
    />
  )
}
