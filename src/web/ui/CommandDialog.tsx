import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { BaseUIEvent } from '@base-ui/react/types'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import css from './CommandDialog.module.css'
import { Kbd } from './Kbd.tsx'
import { focusAtOnce } from './overlay/focusAtOnce.ts'
import { SpinnerRing } from './Spinner.tsx'

export interface Command {
  id: string
  label: string
  hint?: string
  icon: ReactNode
  shortcut?: string
  /** the address of a page: Enter opens it, with the modifier in a new tab */
  href?: string
  onSelect?: () => void
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

export interface CommandDialogProps {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: CommandGroup[]
  busy: boolean
  emptyText: string
  footer: ReactNode
  onClose: () => void
  /** opens a page in this tab */
  onOpen: (href: string) => void
}

/** A search field for commands and pages; arrow keys move, Enter runs. */
export function CommandDialog(props: CommandDialogProps) {
  const { label, query, onQuery, groups, onClose, onOpen } = props
  const inputRef = useRef<HTMLInputElement>(null)
  const highlighted = useRef<Command>(undefined)
  const items = groups
    .filter(({ commands }) => commands.length > 0)
    .map((group) => ({ ...group, items: group.commands }))

  function choose(command: Command, inNewTab: boolean) {
    if (command.href !== undefined && inNewTab) {
      window.open(command.href, '_blank', 'noopener')
      return
    }
    onClose()
    command.onSelect?.()
    if (command.href !== undefined) onOpen(command.href)
  }

  /** Handles Enter with the modifier for a new tab: the list would click the command and ignore the modifier. */
  function onKeyDown(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || !highlighted.current) return
    event.preventDefault()
    event.preventBaseUIHandler()
    choose(highlighted.current, true)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.scrim} />
        <Dialog.Popup
          className={css.palette}
          aria-label={label}
          initialFocus={() => focusAtOnce(inputRef.current, inputRef.current)}
        >
          <Autocomplete.Root
            inline
            open
            items={items}
            filter={null}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={(command: Command) => command.label}
            value={query}
            // selecting a command does not change the search text
            onValueChange={(next, { reason }) => reason === 'item-press' || onQuery(next)}
            onItemHighlighted={(command) => {
              highlighted.current = command
            }}
            onOpenChange={(isOpen, { reason }) => isOpen || reason !== 'escape-key' || onClose()}
          >
            <div className={css.search}>
              <Search size={16} />
              <Autocomplete.Input
                ref={inputRef}
                aria-label={label}
                placeholder={props.placeholder}
                spellCheck={false}
                autoComplete="off"
                onKeyDown={onKeyDown}
              />
              {props.busy ? <SpinnerRing /> : null}
              <Kbd keys="Esc" />
            </div>
            {items.length === 0 ? <p className={css.empty}>{props.emptyText}</p> : null}
            <Autocomplete.List aria-label={label} hidden={items.length === 0} className={css.list}>
              {(group: (typeof items)[number]) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className={css.heading}>{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <CommandRow key={command.id} command={command} query={query} onChoose={choose} />
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          <footer className={css.footer}>{props.footer}</footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface CommandRowProps {
  command: Command
  query: string
  onChoose: (command: Command, inNewTab: boolean) => void
}

function CommandRow({ command, query, onChoose }: CommandRowProps) {
  return (
    <Autocomplete.Item
      value={command}
      className={css.command}
      onClick={(event) => onChoose(command, event.metaKey || event.ctrlKey)}
    >
      {command.icon}
      <span className={css.label}>
        <Marked text={command.label} query={query} />
      </span>
      {command.hint === undefined ? null : <span className={css.hint}>{command.hint}</span>}
      <span className={css.end}>
        {command.shortcut?.split(' ').map((key) => (
          <Kbd key={key} keys={key} />
        ))}
        {command.shortcut === undefined ? (
          <span className={css.enter}>
            <Kbd keys="↵" />
          </span>
        ) : null}
      </span>
    </Autocomplete.Item>
  )
}

/** The text with the search text in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  const needle = query.trim()
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b>{text.slice(at, at + needle.length)}</b>
      {text.slice(at + needle.length)}
    </>
  )
}
