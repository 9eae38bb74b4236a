{
  "name": "@furrow/{{context}}",
  "version": "{{version}}",
  "private": true,
  "type": "module",
  "files": [
    "dist"
  ],
  "exports": {
    ".": {
      "types": "./src/index.ts",
      "@furrow/source": "./src/index.ts",
      "default": "./dist/index.js"
    },
    "./domain": {
      "types": "./src/domain/index.ts",
      "@furrow/source": "./src/domain/index.ts",
      "default": "./dist/domain/index.js"
    },
    "./module": {
      "types": "./src/{{context}}.module.ts",
      "@furrow/source": "./src/{{context}}.module.ts",
      "default": "./dist/{{context}}.module.js"
    },
    "./sql": {
      "types": "./src/sql.ts",
      "@furrow/source": "./src/sql.ts",
      "default": "./dist/sql.js"
    },
    "./testing": {
      "types": "./src/testing/index.ts",
      "@furrow/source": "./src/testing/index.ts",
      "default": "./dist/testing/index.js"
    }
  },
  "nx": {
    "tags": [
      "scope:{{context}}"
    ],
    "targets": {
      "build": {},
      "test": {},
      "lint": {},
      "typecheck": {}
    }
  },
  "dependencies": {
    "@furrow/database": "workspace:*",
    "@furrow/kernel": "workspace:*",
    "@nestjs/common": "{{nestVersion}}",
    "reflect-metadata": "{{reflectVersion}}",
    "typeorm": "{{typeormVersion}}"
  },
  "devDependencies": {
    "@furrow/testbed": "workspace:*"
  }
}
