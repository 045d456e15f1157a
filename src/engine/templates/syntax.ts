/** The syntax tree of a template. */

export type Node =
  | { kind: 'constant'; value: null | boolean | bigint | number | string }
  | { kind: 'name'; name: string }
  | { kind: 'list' | 'tuple'; items: Node[] }
  | { kind: 'dict'; items: [Node, Node][] }
  | { kind: 'attribute'; of: Node; name: string }
  | { kind: 'item'; of: Node; key: Node }
  | { kind: 'slice'; from: Node | null; to: Node | null; step: Node | null }
  | { kind: 'call'; of: Node; call: CallArguments }
  | { kind: 'filter'; of: Node | null; name: string; call: CallArguments }
  | { kind: 'test'; of: Node; name: string; call: CallArguments }
  | { kind: 'choice'; test: Node; yes: Node; no: Node | null }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'concat'; parts: Node[] }
  | { kind: 'unary'; operator: '-' | '+' | 'not'; of: Node }
  | { kind: 'logic'; operator: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'compare'; first: Node; rest: [ComparisonOperator, Node][] }

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**'
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

export interface CallArguments {
  positional: Node[]
  named: [string, Node][]
  /** `*list` and `**dict` */
  spread: Node | null
  spreadNamed: Node | null
}

/** The target of an assignment: a name, several names, or a field of a namespace. */
export type Target =
  | { kind: 'name'; name: string }
  | { kind: 'tuple'; items: Target[] }
  | { kind: 'field'; name: string; field: string }

export interface Parameter {
  name: string
  otherwise: Node | null
}

export type Statement =
  | { kind: 'data'; text: string }
  | { kind: 'print'; value: Node }
  | { kind: 'if'; branches: { test: Node; body: Statement[] }[]; otherwise: Statement[] }
  | {
      kind: 'for'
      target: Target
      of: Node
      condition: Node | null
      recursive: boolean
      body: Statement[]
      otherwise: Statement[]
    }
  | { kind: 'set'; target: Target; value: Node }
  | { kind: 'setBlock'; target: Target; filter: Node | null; body: Statement[] }
  | { kind: 'with'; assignments: [Target, Node][]; body: Statement[] }
  | { kind: 'macro'; name: string; parameters: Parameter[]; body: Statement[] }
  | { kind: 'callBlock'; parameters: Parameter[]; call: Node; body: Statement[] }
  | { kind: 'filterBlock'; filter: Node; body: Statement[] }
  | { kind: 'scope'; body: Statement[] }
  /** Includes and inheritance are not supported: other templates do not exist here. */
  | { kind: 'load' }
