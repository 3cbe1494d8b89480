// The small changes that can be made in files of the client, as JSON: node typescript.mjs ROOT PATH...

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [root, ...paths] = process.argv.slice(2);
const ts = createRequire(join(root, "client", "package.json"))("typescript");
const kinds = ts.SyntaxKind;

const OPERATORS = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
};
const METHODS = { some: "every", every: "some", max: "min", min: "max", floor: "ceil", ceil: "floor" };
const NOT_RUN = [kinds.ImportDeclaration, kinds.ExportDeclaration, kinds.InterfaceDeclaration, kinds.TypeAliasDeclaration];

const LARGE = 50; // as in mutations.py

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The names of all functions, methods and classes around a node. */
function ownerOf(node) {
  const names = [];
  for (let around = node.parent; around; around = around.parent) {
    if (around.name && ts.isIdentifier(around.name)) names.unshift(around.name.text);
  }
  return names.join(".");
}

function changesIn(path) {
  const text = readFileSync(join(root, path), "utf-8");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const source = (node) => text.slice(node.getStart(), node.end);

  function add(kind, node, start, end, changed) {
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    // Python counts characters, and this counts units of UTF-16.
    const place = (unit) => [...text.slice(0, unit)].length;
    found.push({ path, start: place(start), end: place(end), new: changed, kind, line, owner: ownerOf(node) });
  }
  const replace = (kind, node, changed) => add(kind, node, node.getStart(), node.end, changed);

  function negate(condition) {
    if (!ts.isBinaryExpression(condition) || ["&&", "||", "??"].includes(condition.operatorToken.getText()))
      replace("negated condition", condition, `!(${source(condition)})`);
  }

  function visit(node) {
    if (NOT_RUN.includes(node.kind) || ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const old = node.operatorToken.getText();
      const texts = isText(node.left) || isText(node.right);
      for (const changed of OPERATORS[old] ?? []) {
        if (!(texts && ["+", "+="].includes(old))) replace("operator", node.operatorToken, changed);
      }
    } else if (ts.isPrefixUnaryExpression(node) && ["!", "-"].includes(text[node.getStart()])) {
      add("not, sign", node, node.getStart(), node.getStart() + 1, "");
    } else if (ts.isNumericLiteral(node)) {
      for (const step of Number(node.text) < LARGE ? ["+ 1", "- 1"] : ["* 2", "/ 2"]) replace("constant", node, `(${source(node)} ${step})`);
    } else if (node.kind === kinds.TrueKeyword || node.kind === kinds.FalseKeyword) {
      replace("constant", node, node.kind === kinds.TrueKeyword ? "false" : "true");
    } else if (ts.isIfStatement(node)) {
      negate(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      negate(node.condition);
    } else if (ts.isExpressionStatement(node)) {
      replace("removed statement", node, ";");
    } else if (ts.isThrowStatement(node)) {
      replace("removed statement", node, ";");
    } else if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) {
      if (!ts.isCaseOrDefaultClause(node.parent)) replace("loop", node, ts.isBreakStatement(node) ? "continue;" : "break;");
    } else if (ts.isCallExpression(node)) {
      // The first is of another kind than the others.
      for (let place = 2; place < node.arguments.length; place++) {
        const [left, right] = [node.arguments[place - 1], node.arguments[place]];
        if (source(left) === source(right) || ts.isSpreadElement(left) || ts.isSpreadElement(right)) continue;
        const gap = text.slice(left.end, right.getStart());
        add("swapped arguments", node, left.getStart(), right.end, source(right) + gap + source(left));
      }
      if (ts.isPropertyAccessExpression(node.expression)) {
        const changed = METHODS[node.expression.name.text];
        if (changed) replace("other function", node.expression.name, changed);
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

process.stdout.write(JSON.stringify(paths.flatMap(changesIn)));
