import { Check, ChevronRight } from 'lucide-react'
import type { Command } from '../ui/CommandDialog.tsx'
import type { MenuEntry } from '../ui/Menu.tsx'

const iconSize = 16

/**
 * The enabled entries of a menu, as commands. The name of an entry in a submenu, or below a heading, is preceded by the
 * name of the submenu or heading. If several entries have the same name, the first one is used.
 */
export function commandsOf(entries: readonly MenuEntry[], above = ''): Command[] {
  let heading = ''
  const commands = entries.flatMap((entry): Command[] => {
    if (!entry) return []
    if (entry === 'divider') {
      heading = ''
      return []
    }
    if ('heading' in entry) {
      heading = `${entry.heading}: `
      return []
    }
    const label = `${above}${heading}${entry.label}`
    if (typeof entry.disabledReason === 'string') return []
    if (entry.items) return commandsOf(entry.items, `${label}: `)
    if (entry.onSelect === undefined && entry.href === undefined) return []
    const { href, hint, shortcut, onSelect } = entry
    return [
      {
        id: `screen-${label}`,
        label,
        icon: entry.icon ?? (entry.checked ? <Check size={iconSize} /> : <ChevronRight size={iconSize} />),
        ...(href !== undefined && { href }),
        ...(hint !== undefined && { hint }),
        ...(shortcut !== undefined && { shortcut }),
        ...(onSelect && { onSelect }),
      },
    ]
  })
  return [...new Map(commands.toReversed().map((command) => [command.id, command])).values()].toReversed()
}
