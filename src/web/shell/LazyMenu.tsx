import { type ComponentType, type ReactNode, useState } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import { Menu, type MenuEntry, type MenuProps } from '../ui/Menu.tsx'

export type LazyMenuProps = Pick<MenuProps, 'trigger' | 'side' | 'align'>

/** A menu whose entries are loaded when it is opened. */
export function LazyMenu({
  entries: Entries,
  ...props
}: LazyMenuProps & { entries: ComponentType<{ show: (items: MenuEntry[]) => ReactNode }> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu
      {...props}
      open={isOpen}
      onOpenChange={setIsOpen}
      items={(show) => (
        <LazyPart onClose={() => setIsOpen(false)}>
          <Entries show={show} />
        </LazyPart>
      )}
    />
  )
}
