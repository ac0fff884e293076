// Arguments of the weir data commands.

export const DATA_ACTIONS = [
  ...(['inspect', 'import', 'convert', 'merge', 'slice', 'catalog', 'extract'] as const),
] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];

export interface DataArguments {
  readonly action: DataAction;
  readonly files: readonly string[];
  readonly symbol?: string | undefined;
  readonly spread?: string | undefined;
  readonly side?: string | undefined;
  readonly bar?: string | undefined;
  readonly size?: string | undefined;
  readonly config?: string | undefined;
  readonly bad?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly symbols?: string | undefined;
  readonly out?: string | undefined;
  readonly format?: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}
