import { MoreVertical, Plus, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { NavigationButton } from '../../../shell/NavigationButton.tsx'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { inlineKey } from '../../../ui/direction.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, usePlainText, useText } from '../../../ui/text.ts'
import { addTab, closeTabs, duplicateTab, editTab, openTab, useLab } from '../state/lab.ts'
import { isRunning, isUntitled, queriesOf } from '../state/labChanges.ts'
import type { LabQuery, LabTab } from '../state/labTypes.ts'
import { shownState, stateTexts } from '../state/queryStates.ts'
import css from './TabBar.module.css'

const texts = defineTexts('sqlLab.tabs', {
  tabs: 'Queries',
  newTab: 'New tab ({keys})',
  addTab: 'New tab',
  actions: 'Actions of {name}',
  close: 'Close tab',
  closeNamed: 'Close tab {name}',
  rename: 'Rename tab',
  renamePrompt: 'Enter a new title for the tab',
  hide: 'Hide tool bar',
  show: 'Expand tool bar',
  closeOthers: 'Close all other tabs',
  duplicate: 'Duplicate tab',
  copyOf: 'Copy of {name}',
  cancel: 'Cancel',
  ok: 'OK',
  state: 'State of {name}: {state}',
})

const elementId = (tabId: number) => `sqlLab-tab-${tabId}`

const newTabKeys = /Win/.test(navigator.platform) ? 'Ctrl + q' : 'Ctrl + t'

export interface TabBarProps {
  tabs: readonly LabTab[]
  activeId: number | null
}

/** The tabs of SQL Lab; arrow keys move between them. */
export function TabBar({ tabs, activeId }: TabBarProps) {
  const t = useText()
  const [renamed, setRenamed] = useState<LabTab>()
  const bar = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex(({ id }) => id === activeId)
    const targets: Record<string, LabTab | undefined> = {
      ArrowRight: tabs[(at + 1) % tabs.length],
      ArrowLeft: tabs.at(at - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }
    const target =
      event.target instanceof HTMLElement && event.target.role === 'tab' ? targets[inlineKey(event.key)] : undefined
    if (!target) return
    event.preventDefault()
    bar.current?.querySelector<HTMLElement>(`[data-tab="${target.id}"]`)?.focus()
    void openTab(target.id)
  }

  return (
    <div className={css.bar}>
      <NavigationButton isSmall />
      {/* refers to the tabs by id, because they are among menus and buttons, which a tablist may not contain */}
      {tabs.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the open tab has the focus
        <span role="tablist" aria-label={t(texts.tabs)} aria-owns={tabs.map(({ id }) => elementId(id)).join(' ')} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the tabs in it */}
      <div ref={bar} className={css.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <OneTab key={tab.id} tab={tab} tabs={tabs} isActive={tab.id === activeId} onRename={() => setRenamed(tab)} />
        ))}
      </div>
      <PaletteActions items={[{ label: t(texts.addTab), onSelect: () => void addTab() }]} />
      <IconButton
        label={t(texts.newTab, { keys: newTabKeys })}
        icon={<Plus size={16} />}
        onClick={() => void addTab()}
      />
      {renamed ? <RenameDialog tab={renamed} onClose={() => setRenamed(undefined)} /> : null}
    </div>
  )
}

interface OneTabProps {
  tab: LabTab
  tabs: readonly LabTab[]
  isActive: boolean
  onRename: () => void
}

function OneTab({ tab, tabs, isActive, onRename }: OneTabProps) {
  const t = useText()
  const plain = usePlainText()
  const name = isUntitled(tab.label) ? plain(tab.label) : tab.label
  const latest = useLab((state) => queriesOf(state, tab.id)[0])
  const others = tabs.filter(({ id }) => id !== tab.id).map(({ id }) => id)
  const entries: MenuEntry[] = [
    { label: t(texts.close), onSelect: () => void closeTabs([tab.id]) },
    { label: t(texts.rename), onSelect: onRename },
    {
      label: t(tab.hidesPane ? texts.show : texts.hide),
      onSelect: () => editTab(tab.id, { hidesPane: !tab.hidesPane }),
    },
    { label: t(texts.closeOthers), onSelect: () => void closeTabs(others) },
    { label: t(texts.duplicate), onSelect: () => void duplicateTab(tab.id, t(texts.copyOf, { name })) },
  ]
  return (
    <div className={css.tab} data-active={isActive || undefined}>
      {isActive ? <PaletteActions items={entries} /> : null}
      <Menu
        trigger={
          <button type="button" className={css.grip} aria-label={t(texts.actions, { name })}>
            <MoreVertical size={14} />
          </button>
        }
        items={entries}
      />
      <button
        type="button"
        role="tab"
        id={elementId(tab.id)}
        data-tab={tab.id}
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        className={css.name}
        title={name}
        onClick={() => void openTab(tab.id)}
        onDoubleClick={onRename}
        onAuxClick={(event) => event.button === 1 && void closeTabs([tab.id])}
      >
        {name}
        {latest ? <Status query={latest} label={(state) => t(texts.state, { name, state })} /> : null}
      </button>
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        className={css.close}
        aria-label={t(texts.closeNamed, { name })}
        onClick={() => void closeTabs([tab.id])}
      >
        <X size={13} />
      </button>
    </div>
  )
}

/** The state of the last query of a tab. */
function Status({ query, label }: { query: LabQuery; label: (state: string) => string }) {
  const t = useText()
  const state = isRunning(query) ? 'running' : query.state
  const word = t(stateTexts[shownState({ state })])
  return <LabelledIcon label={label(word)} className={css.dot} data-state={state} />
}

function RenameDialog({ tab, onClose }: { tab: LabTab; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState(tab.label)
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') editTab(tab.id, { label: name.trim() })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.rename)}
      width={460}
      initialFocus={field}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId}>
            {t(texts.ok)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          ref={field}
          label={t(texts.renamePrompt)}
          size="md"
          maxLength={256}
          value={name}
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}
