// Strict, type-aware rules; the few exceptions say why.

import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import ts from "typescript-eslint";

/** Imports that only the files in `allowedIn` have; all others use what the message names. */
const restrictedImports = [
  {
    path: { name: "tapable", message: "tapable is used in kernel/hooks only." },
    allowedIn: ["kernel/hooks/*.ts"],
  },
  {
    path: {
      name: "node:os",
      importNames: ["homedir"],
      message: "It throws for a user without a passwd entry: use homeFolder of the kernel.",
    },
    allowedIn: ["kernel/base/files/home-folder.ts"],
  },
  ...["node:fs", "node:fs/promises"].map((name) => ({
    path: {
      name,
      importNames: ["rename", "renameSync"],
      message: "Windows refuses it while a program has the file open: use moveFile of the kernel.",
    },
    allowedIn: [
      "kernel/authoring/move-file.ts",
      // A refusal says that another process was quicker, which is not to be waited for.
      "libraries/locks/folder/lock-folder.ts",
    ],
  })),
];

const importRule = (restricted) => ({
  "no-restricted-imports": ["error", { paths: restricted.map(({ path }) => path) }],
});

/** A literal in a literal hides properties from the eye, and a property that stands twice from the compiler. */
const spreadLiteral = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the properties themselves.",
};
const recursiveMkdir = {
  selector:
    "CallExpression[callee.name=/^mkdir(Sync)?$/] > ObjectExpression > Property[key.name='recursive']",
  message:
    "A recursive mkdir never ends below a folder that cannot have children: use ensureFolder of the kernel.",
};

export default defineConfig(
  {
    ignores: [
      "dist/**",
      "node_modules/**",
      "**/*.gen.ts",
      "**/*.gen.js",
      "test/fixtures/**/*.js",
      "coverage/**",
      "plugins/*/pages/built/**",
      "images/**",
      // The files of a stranger's folder, which a test typechecks there.
      "cli/templates/**",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        // The two programs are built once. The project service, which editors prefer, needs half as much time again.
        project: ["tsconfig.json", "plugins/panel-web/page/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Numbers and bigints print the same everywhere; only objects in templates are mistakes.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // A handler is one expression on one line: Prettier writes a block over three.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // There is no enum to be mistaken: the compiler refuses them.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // The dialect's keys and headers are read by name from records.
      "@typescript-eslint/dot-notation": "off",
      // `_name` marks what is taken out of a record on purpose.
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      // Generated types are type aliases; both forms are used where they read best.
      "@typescript-eslint/consistent-type-definitions": "off",
      // An abort reason is whatever the caller gave; it is passed on as it is.
      "@typescript-eslint/only-throw-error": [
        "error",
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      // Records of functions are passed around everywhere. A `Backend` and its facets may be objects of classes: they are
      // called, never taken apart.
      "@typescript-eslint/unbound-method": "off",
      // An empty text stands for "none" in the environment and in addresses.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
      // A cast that names the type says more than `!`, which is not used here.
      "@typescript-eslint/non-nullable-type-assertion-style": "off",
      ...importRule(restrictedImports),
      "no-restricted-syntax": ["error", spreadLiteral, recursiveMkdir],
      "no-restricted-properties": [
        "error",
        {
          object: "semver",
          property: "coerce",
          message: "What cannot be parsed is unverifiable, never coerced.",
        },
        ...["homedir", "userInfo"].map((property) => ({
          object: "os",
          property,
          message: "It throws for a user without a passwd entry: use homeFolder or process.getuid.",
        })),
      ],
    },
  },
  {
    files: ["**/*.test.ts", "**/*.test.support.ts", "**/testing/**", "test/**", "bench/**", "tools/**"],
    rules: { "no-restricted-syntax": ["error", spreadLiteral] },
  },
  ...[...new Set(restrictedImports.flatMap(({ allowedIn }) => allowedIn))].map((files) => ({
    files: [files],
    rules: importRule(restrictedImports.filter(({ allowedIn }) => !allowedIn.includes(files))),
  })),
  {
    files: ["plugins/panel-web/page/**/*.tsx"],
    ignores: ["plugins/panel-web/page/parts/text-input.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        // A date is chosen in the browser's own field: it is read out and typed in the order of the person's language, and a phone has
        // its calendar for it, which a combobox has not.
        ...[
          "JSXOpeningElement[name.name='textarea']",
          "JSXOpeningElement[name.name='input']:not(:has(JSXAttribute[name.name='type'] Literal[value=/^(checkbox|radio|file|range|date)$/]))",
        ].map((selector) => ({
          selector,
          message: "Text is typed into a TextInput or NumberInput, which commits each key.",
        })),
        {
          selector:
            "JSXOpeningElement[name.name='input']:has(JSXAttribute[name.name='type'] Literal[value=/^(range|date)$/]):has(JSXAttribute[name.name='onChange'])",
          message: "A field commits each change: use onInput.",
        },
        {
          selector: "JSXOpeningElement[name.name=/^(select|datalist)$/]",
          message: "A value is chosen in a Choice or a Combobox; texts are suggested by a VariableInput.",
        },
      ],
    },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    ignores: ["**/*.test.ts", "**/*.test.support.ts", "test/**", "bench/**"],
    plugins: { regexp },
    // The text is often a stranger's: a pattern that goes back and tries again would take minutes for one that is long.
    rules: { "regexp/no-super-linear-backtracking": "error" },
  },
  {
    files: ["**/*.test.ts", "**/*.test.support.ts", "**/testing/**/*.ts", "test/**/*.ts", "bench/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-empty-function": "off",
      "no-restricted-imports": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(
        ["process", "console", "URL", "performance", "AbortController", "AbortSignal"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
);
